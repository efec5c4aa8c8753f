const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True for a destination of codes and tokens: https: without user and fragment, or http: on this machine (RFC
 * 8252 §8.3).
 */
export function isSafeWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));
}
