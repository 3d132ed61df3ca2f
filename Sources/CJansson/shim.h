// What Swift cannot import from jansson by itself: its macros.
#ifndef PASSWRIGHT_CJANSSON_SHIM_H
#define PASSWRIGHT_CJANSSON_SHIM_H

#include <jansson.h>
#include <stdint.h>

/// The document in `bytes`; the caller frees it. Null where it is not strict JSON, an array or an object. What
/// jansson says of an error quotes the input: only its number leaves this function.
static inline json_t *passwright_json_load(const char *bytes, size_t length, int *code) {
    json_error_t error;
    json_t *document = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    *code = document == NULL ? (int)json_error_code(&error) : 0;
    return document;
}

static inline void passwright_json_free(json_t *document) { json_decref(document); }

static inline json_type passwright_json_type(const json_t *value) { return json_typeof(value); }

#endif
