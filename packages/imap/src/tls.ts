/** `posthorn-imap/tls`: trusted roots for other protocols such as SMTP. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Parsing Node's roots blocks for a tenth of a second or more: once for each list. */
const contexts = new WeakMap<readonly string[], SecureContext>();

/**
 * TLS 1.2 or newer; trusts Node's roots and these PEM texts. The first call with a list is slow: make it
 * before connections are expected.
 */
export function secureContextFor(extraRoots: readonly string[]): SecureContext {
  const known = contexts.get(extraRoots);
  if (known) return known;
  const context = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extraRoots.length > 0 && { ca: [...rootCertificates, ...extraRoots] }),
  });
  contexts.set(extraRoots, context);
  return context;
}
