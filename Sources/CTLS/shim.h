// TLS for the black-box tools alone: the server leaves it to the proxy in front of it.
#ifndef PASSWRIGHT_CTLS_SHIM_H
#define PASSWRIGHT_CTLS_SHIM_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// A macro over SSL_ctrl.
static inline long passwright_tls_server_name(SSL *session, const char *name) {
    return SSL_set_tlsext_host_name(session, name);
}

#endif
