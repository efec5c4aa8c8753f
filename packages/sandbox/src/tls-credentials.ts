/** Key and certificate in PEM. */
export interface TlsCredentials {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}
