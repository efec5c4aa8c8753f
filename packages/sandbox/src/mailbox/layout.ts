/** The personal namespace (RFC 2342). INBOX has no prefix. */
export interface Layout {
  readonly prefix: string;
  readonly delimiter: string;
}

/** As in Dovecot by default. */
export const FLAT_LAYOUT: Layout = { prefix: '', delimiter: '/' };

/** As in Courier. */
export const BELOW_INBOX_LAYOUT: Layout = { prefix: 'INBOX.', delimiter: '.' };

/** True inside the namespace. */
export function isWithinLayout(name: string, layout: Layout): boolean {
  return name === 'INBOX' || name.startsWith(layout.prefix);
}

/** Parents, top down. */
export function ancestorsOf(name: string, layout: Layout): readonly string[] {
  const ancestors: string[] = [];
  let end = name.indexOf(layout.delimiter);
  while (end >= 0) {
    ancestors.push(name.slice(0, end));
    end = name.indexOf(layout.delimiter, end + layout.delimiter.length);
  }
  return ancestors;
}
