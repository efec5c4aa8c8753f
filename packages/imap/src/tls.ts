/** `posthorn-imap/tls`: trusted roots for SMTP and others. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Parsing Node's roots blocks for 100 ms or more: once per list. */
const contexts = new WeakMap<readonly string[], SecureContext>();

/**
 * TLS 1.2 or newer; trusts Node's roots and these PEM texts. The first call per list is slow: make it at
 * start.
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
