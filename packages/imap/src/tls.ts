/** `posthorn-imap/tls`: what TLS connections trust, for clients of other protocols such as SMTP. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Reading Node's roots takes a tenth of a second or more, in which nothing else happens; so it is done once for each list. */
const contexts = new WeakMap<readonly string[], SecureContext>();

/**
 * The context of TLS 1.2 or newer that trusts Node's roots and these, PEM texts. It is made at the first call with the list, and the same
 * for each further call: make it before connections are waited for.
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
