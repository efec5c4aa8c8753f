/** The folder type of a mailbox, from its special use or else from its name. */
import { FOLDER_TYPE_NAMES } from './folder-type-names.ts';
import type { Mailbox, SpecialUse } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

export type FolderType = 'INBOX' | 'DRAFT' | 'JUNK' | 'SENT' | 'TRASH' | 'FOLDER';

/** Types by special use (RFC 6154). The others are views and archives: ordinary folders, independent of their names. */
const TYPE_BY_SPECIAL_USE = {
  drafts: 'DRAFT',
  junk: 'JUNK',
  sent: 'SENT',
  trash: 'TRASH',
  all: 'FOLDER',
  archive: 'FOLDER',
  flagged: 'FOLDER',
  important: 'FOLDER',
} as const satisfies Record<SpecialUse, FolderType>;

/** First segments below which system mailboxes are found: the INBOX namespace and Gmail's two. */
const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['INBOX', '[GMAIL]', '[GOOGLE MAIL]']);

const TYPE_BY_NAME: ReadonlyMap<string, FolderType> = new Map(
  (Object.keys(FOLDER_TYPE_NAMES) as (keyof typeof FOLDER_TYPE_NAMES)[]).flatMap((type) =>
    FOLDER_TYPE_NAMES[type].map((name): [string, FolderType] => [name, type]),
  ),
);

/**
 * The type of each mailbox. Each type but FOLDER is given once: first to INBOX and to mailboxes with a
 * special use, then by name, both in the server's order; further candidates are FOLDERs.
 */
export function assignFolderTypes(mailboxes: readonly Mailbox[]): ReadonlyMap<MailboxName, FolderType> {
  const types = new Map<MailboxName, FolderType>();
  const taken = new Set<FolderType>();
  const claim = (name: MailboxName, type: FolderType | undefined): void => {
    if (type === undefined || types.has(name)) return;
    types.set(name, taken.has(type) ? 'FOLDER' : type);
    if (type !== 'FOLDER') taken.add(type);
  };
  for (const mailbox of mailboxes) claim(mailbox.name, certainType(mailbox));
  for (const mailbox of mailboxes) claim(mailbox.name, typeByName(mailbox));
  return types;
}

/** The types that standards define: INBOX by its name (RFC 9051 §5.1), the rest by special use. */
function certainType(mailbox: Mailbox): FolderType | undefined {
  if (mailbox.name === 'INBOX') return 'INBOX';
  return mailbox.specialUse === undefined ? undefined : TYPE_BY_SPECIAL_USE[mailbox.specialUse];
}

function typeByName({ name, delimiter }: Mailbox): FolderType {
  const segments = delimiter ? name.split(delimiter, 3) : [name];
  const [first = '', second] = segments.map((segment) => segment.normalize('NFC').toUpperCase());
  if (second === undefined) return TYPE_BY_NAME.get(first) ?? 'FOLDER';
  if (segments.length > 2 || !SYSTEM_NAMESPACES.has(first)) return 'FOLDER';
  const type = TYPE_BY_NAME.get(second) ?? 'FOLDER';
  return type === 'INBOX' ? 'FOLDER' : type;
}
