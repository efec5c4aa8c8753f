/** The paths below which the services are served. */

/** The path with one slash in front and none after, ready to be followed by `/…`; empty for the root. */
export function servicePrefix(servicePath: string): string {
  const segments = servicePath.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
}
