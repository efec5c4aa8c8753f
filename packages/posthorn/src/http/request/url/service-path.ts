/** With a leading slash only; empty for the root. */
export function servicePrefix(servicePath: string): string {
  const segments = servicePath.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
}
