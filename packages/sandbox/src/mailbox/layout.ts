/** Where a user's mailboxes live in the name space (RFC 2342). */

/** The personal namespace. With a prefix, every mailbox but INBOX has a name that starts with it. */
export interface Layout {
  readonly prefix: string;
  readonly delimiter: string;
}

/** Mailboxes at the top level, as Dovecot does by default. */
export const FLAT_LAYOUT: Layout = { prefix: '', delimiter: '/' };

/** All mailboxes below INBOX, as Courier does. */
export const BELOW_INBOX_LAYOUT: Layout = { prefix: 'INBOX.', delimiter: '.' };

/** True when a mailbox of this name may exist in the namespace. */
export function isWithinLayout(name: string, layout: Layout): boolean {
  return name === 'INBOX' || name.startsWith(layout.prefix);
}

/** The names above `name` in the hierarchy, from the top down. */
export function ancestorsOf(name: string, layout: Layout): readonly string[] {
  const ancestors: string[] = [];
  let end = name.indexOf(layout.delimiter);
  while (end >= 0) {
    ancestors.push(name.slice(0, end));
    end = name.indexOf(layout.delimiter, end + layout.delimiter.length);
  }
  return ancestors;
}
