// What Swift cannot import from OpenSSL by itself: or-ed macros, typed stack macros, parameter builders.
#ifndef PASSWRIGHT_COPENSSL_SHIM_H
#define PASSWRIGHT_COPENSSL_SHIM_H

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <string.h>

// ---- Keys and derivation ----
// OpenSSL keeps the pointer to a parameter's name until the parameters are used, and a Swift literal does not
// live that long: parameters are built here, where the names are static.

/// A public key on the named curve from its encoded point; the caller frees it. Null where it is refused.
static inline EVP_PKEY *passwright_ec_public(const char *curve, const unsigned char *point, size_t length) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, length),
        OSSL_PARAM_construct_end()};
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

/// A public key on the curve of `curve`, a key of any point on it; the caller frees it. Null where the point is
/// refused. `EVP_PKEY_fromdata` builds the curve anew for each key (19 us and 58 in a busy server, against 5).
static inline EVP_PKEY *passwright_ec_public_like(
    const EVP_PKEY *curve, const unsigned char *point, size_t length) {
    EVP_PKEY *key = EVP_PKEY_dup((EVP_PKEY *)curve);
    if (key != NULL && EVP_PKEY_set1_encoded_public_key(key, point, length) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    return key;
}

/// A P-256 key pair from its scalar, 32 bytes in 1..<n; the caller frees it. Null where it is refused.
static inline EVP_PKEY *passwright_p256_private(const unsigned char *scalar) {
    EVP_PKEY *key = NULL;
    unsigned char point[65];
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *product = group == NULL ? NULL : EC_POINT_new(group);
    BIGNUM *number = BN_secure_new();
    if (builder != NULL && context != NULL && product != NULL && number != NULL
        && BN_bin2bn(scalar, 32, number) != NULL && !BN_is_zero(number)
        && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        && EC_POINT_mul(group, product, number, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1
        && OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, number, 32) == 1
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1)
        key = NULL;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(number);
    EC_POINT_free(product);
    EC_GROUP_free(group);
    EVP_PKEY_CTX_free(context);
    return key;
}

/// 1 where the key is on P-256 by its name; explicit parameters are refused even where they spell P-256.
static inline int passwright_is_named_p256(const EVP_PKEY *key) {
    char name[32];
    size_t length = 0;
    int explicit_parameters = 1;
    return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, name, sizeof name, &length) == 1
        && strcmp(name, "prime256v1") == 0
        && EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &explicit_parameters) == 1
        && explicit_parameters == 0;
}

/// Writes the key's point as it encodes it; 1 where it took exactly `length` bytes.
static inline int passwright_ec_point(const EVP_PKEY *key, unsigned char *point, size_t length) {
    size_t written = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, length, &written) == 1
        && written == length;
}

/// Writes a P-256 key's scalar, 32 bytes.
static inline int passwright_p256_scalar(const EVP_PKEY *key, unsigned char *scalar) {
    BIGNUM *number = NULL;
    int good = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1
        && BN_bn2binpad(number, scalar, 32) == 32;
    BN_clear_free(number);
    return good;
}

/// Writes a DER signature's numbers as `r || s`, `half` bytes each.
static inline int passwright_ecdsa_raw(const unsigned char *der, size_t length, unsigned char *raw, int half) {
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &der, (long)length);
    int good = signature != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, half) == half
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + half, half) == half;
    ECDSA_SIG_free(signature);
    return good;
}

/// An RSA public key from big-endian numbers; the caller frees it.
static inline EVP_PKEY *passwright_rsa_public(
    const unsigned char *modulus, int modulus_length, const unsigned char *exponent, int exponent_length) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    BIGNUM *n = BN_bin2bn(modulus, modulus_length, NULL);
    BIGNUM *e = BN_bin2bn(exponent, exponent_length, NULL);
    if (builder != NULL && context != NULL && n != NULL && e != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
    EVP_PKEY_CTX_free(context);
    return key;
}

/// The single-step KDF of NIST SP 800-56C with SHA-256. `function` is OpenSSL's SSKDF, fetched.
static inline int passwright_sskdf(
    EVP_KDF *function, const unsigned char *secret, size_t secret_length, const unsigned char *info, size_t info_length,
    unsigned char *output, size_t length) {
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(function);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length),
        OSSL_PARAM_construct_end()};
    int result = context == NULL ? 0 : EVP_KDF_derive(context, output, length, parameters);
    EVP_KDF_CTX_free(context);
    return result;
}

/// `BIO_get_mem_data`, a macro: the memory stays the BIO's.
static inline long passwright_bio_memory(BIO *bio, const char **memory) {
    return BIO_ctrl(bio, BIO_CTRL_INFO, 0, (void *)memory);
}

// ---- Certificate chains ----
// The typed stack functions are macros.

/// An empty stack of certificates; the caller frees it with `passwright_x509_stack_free`.
static inline STACK_OF(X509) *passwright_x509_stack(void) { return sk_X509_new_null(); }

/// Adds a certificate, which the stack does not own. The number of certificates, or 0.
static inline int passwright_x509_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}

/// Frees the stack and none of its certificates.
static inline void passwright_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }

/// How many certificates are in the stack; -1 for null.
static inline int passwright_x509_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }

/// A certificate of the stack, which stays the stack's.
static inline X509 *passwright_x509_at(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }

/// Whether the error last queued says that a PEM file has no further block.
static inline int passwright_is_end_of_pem(void) {
    unsigned long code = ERR_peek_last_error();
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

// ---- The process's memory ----
// prctl is variadic.

/// No core file, and no other process of the same user reads this one's memory. 1 where both hold from here on.
static inline int passwright_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

#endif
