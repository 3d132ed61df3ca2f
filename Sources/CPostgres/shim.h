// libpq.
#ifndef PASSWRIGHT_CPOSTGRES_SHIM_H
#define PASSWRIGHT_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

#endif
