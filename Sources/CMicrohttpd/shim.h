// What Swift cannot import from libmicrohttpd by itself: its variadic functions.
#ifndef PASSWRIGHT_CMICROHTTPD_SHIM_H
#define PASSWRIGHT_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
