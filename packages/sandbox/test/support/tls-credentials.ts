/** A self-signed certificate for localhost and 127.0.0.1, valid until 2126. Its key is public: for tests only. */
import type { TlsCredentials } from '../../src/tls-credentials.ts';

export const TLS_CREDENTIALS: TlsCredentials = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguaLrHsLvalE94uFo
3/wnjM1lC1AjvXVjf8QXIQK7j7yhRANCAASzpp5tMHRZFUiMsjkWM2BBvmj4Q1p4
nQjuPLoN9JVBfdFDebXkwjQljioyf113rfFIIl3KWq0Uj25I+aUVAUFu
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUYdY4Zjypi4QG4AnMdAVPI7W6WyYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMzIyNVoYDzIxMjYxMDI4
MTAzMjI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASzpp5tMHRZFUiMsjkWM2BBvmj4Q1p4nQjuPLoN9JVBfdFDebXkwjQl
jioyf113rfFIIl3KWq0Uj25I+aUVAUFuo28wbTAdBgNVHQ4EFgQUJfDRnlxFEGtT
buY72srjZSyc7D0wHwYDVR0jBBgwFoAUJfDRnlxFEGtTbuY72srjZSyc7D0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPSUSAqgWFDLSc5GahkjdHKEe1q2YcbpzB9uRoNcQclQAiAa
ZKOpkISWprFd6fLFLenMf2L39AzCbfBSVVLxu38jAg==
-----END CERTIFICATE-----
`,
};
