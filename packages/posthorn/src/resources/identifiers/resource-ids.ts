import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';

/** A folder whose account need not be opened. */
export interface NamedFolder {
  readonly account: { readonly id: MailAccountId };
  readonly mailbox: MailboxName;
}

/** A message of such a folder. */
export interface NamedMessage extends NamedFolder {
  readonly uidValidity: number;
  readonly uid: number;
}

/** Written `~2E` in a name. */
export const ID_SEPARATOR = '.';

/** `gmail`. */
export function mailAccountResourceId(id: MailAccountId): string {
  return encodeName(id);
}

/** `gmail.~5BGmail~5D~2FDrafts`. */
export function mailFolderResourceId({ account, mailbox }: NamedFolder): string {
  return `${encodeName(account.id)}.${encodeName(mailbox)}`;
}

/**
 * `gmail.INBOX.385759045.4356`, also of its MessageBody. A uid is unique only with mailbox and uidValidity (RFC 9051
 * §2.3.1.1).
 */
export function messageResourceId(message: NamedMessage): string {
  return `${mailFolderResourceId(message)}.${messageSegment(message)}`;
}

/** `gmail.INBOX.385759045.4356.2.1`. */
export function attachmentResourceId(message: NamedMessage, part: string): string {
  return `${messageResourceId(message)}.${part}`;
}

/** `385759045.4356`. */
export function messageSegment({ uidValidity, uid }: NamedMessage): string {
  return `${uidValidity}.${uid}`;
}

/** Encodes a path segment. */
export function encodeSegment(text: string): string {
  // `encodeURIComponent` refuses lone surrogates.
  return encodeURIComponent(text.toWellFormed());
}

const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;
/** Ids have unreserved characters only (RFC 3986 §2.3): each is one path segment. */
const LEFT_OVER = /[.!~*'()]/g;

/** Writes UTF-8 octets other than letters, digits, `-` and `_` as `~` and two hexadecimal digits. */
function encodeName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const encoded = encodeSegment(name).replace(
    LEFT_OVER,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll('%', '~');
}

/** Decodes a name; undefined for text that `encodeName` never writes. */
export function decodeName(text: string): string | undefined {
  if (PLAIN_NAME.test(text)) return text;
  try {
    const name = decodeURIComponent(text.replaceAll('%', '%25').replaceAll('~', '%'));
    return encodeName(name) === text ? name : undefined;
  } catch {
    return undefined;
  }
}
