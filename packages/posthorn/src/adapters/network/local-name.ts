/** RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`. */
const LOCAL_DOMAINS: ReadonlySet<string> = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
]);

/**
 * True for local domains and dotless names, which search lists complete to internal hosts. Takes
 * `parseHostName`'s names.
 */
export function isLocalName(name: string): boolean {
  const labels = name.split('.');
  if (labels.length === 1) return true;
  return LOCAL_DOMAINS.has(labels.slice(-1).join('.')) || LOCAL_DOMAINS.has(labels.slice(-2).join('.'));
}
