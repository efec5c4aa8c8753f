/** `posthorn-imap/tls`: the contexts of TLS connections, for clients of other protocols such as SMTP. */
export { secureContextFor } from './connection/secure-context.ts';
