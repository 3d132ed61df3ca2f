// What Swift cannot import from jansson by itself: its macros.
#ifndef PASSWRIGHT_CJANSSON_SHIM_H
#define PASSWRIGHT_CJANSSON_SHIM_H

#include <jansson.h>

#endif
