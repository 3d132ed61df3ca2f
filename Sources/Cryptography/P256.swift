/// Keys on NIST P-256 (prime256v1): FIPS 186-4, D.1.2.3.
package enum P256 {}
