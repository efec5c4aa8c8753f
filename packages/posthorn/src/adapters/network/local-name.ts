/** Names that never belong to a public mail server, known before any name server is asked. */

/** Domains of the machine or the network itself (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const LOCAL_DOMAINS: ReadonlySet<string> = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
]);

/**
 * True for a name in a local domain and for a name without a dot: a search list would complete
 * it to a host of the operator's network. Takes a name as `parseHostName` gives it.
 */
export function isLocalName(name: string): boolean {
  const labels = name.split('.');
  if (labels.length === 1) return true;
  return LOCAL_DOMAINS.has(labels.slice(-1).join('.')) || LOCAL_DOMAINS.has(labels.slice(-2).join('.'));
}
