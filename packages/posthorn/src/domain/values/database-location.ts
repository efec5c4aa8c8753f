export type DatabaseLocation =
  /** libSQL; absolute path. */
  | { readonly engine: 'file'; readonly path: string }
  /** May contain the password. */
  | { readonly engine: 'postgres'; readonly url: string };

/** The location without user and password. */
export function showLocation(location: DatabaseLocation): string {
  if (location.engine === 'file') return location.path;
  const { host, pathname } = new URL(location.url);
  return `postgres://${host}${pathname}`;
}
