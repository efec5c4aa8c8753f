import { FOLDER_TYPE_NAMES } from './folder-type-names.ts';
import type { Mailbox, SpecialUse } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

export const FOLDER_TYPES = ['INBOX', 'DRAFT', 'SENT', 'JUNK', 'TRASH', 'FOLDER'] as const;

export type FolderType = (typeof FOLDER_TYPES)[number];

/** RFC 6154; other special uses are ordinary folders, whatever their names. */
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

const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['INBOX', '[GMAIL]', '[GOOGLE MAIL]']);

const TYPE_BY_NAME: ReadonlyMap<string, FolderType> = new Map(
  (Object.keys(FOLDER_TYPE_NAMES) as (keyof typeof FOLDER_TYPE_NAMES)[]).flatMap((type) =>
    FOLDER_TYPE_NAMES[type].map((name): [string, FolderType] => [name, type]),
  ),
);

/** Each type except FOLDER once: by INBOX and special use, then name, in the server's order. */
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

/** INBOX: RFC 9051 §5.1. */
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
