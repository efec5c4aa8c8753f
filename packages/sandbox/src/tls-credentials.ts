/** What the servers present to clients under TLS. */

/** A private key and its certificate in PEM. */
export interface TlsCredentials {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}
