/** The flat list of mailboxes as a tree of folders, with the effect of root folders. */
import { assignFolderTypes, type FolderType } from './folder-type.ts';
import type { MailFolder } from './mail-folder.ts';
import type { Mailbox } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

/** The order of siblings; equal types keep the server's order. */
const TYPE_RANK = { INBOX: 0, DRAFT: 1, JUNK: 2, SENT: 3, TRASH: 4, FOLDER: 5 } as const satisfies Record<
  FolderType,
  number
>;

/** INBOX as a whole first segment: what follows is a delimiter, whichever the server uses. */
const INBOX_SEGMENT = /^inbox(?![\p{L}\p{N}\s])/iu;

/** A folder while its children are still being collected. */
interface GrowingFolder extends MailFolder {
  readonly children: GrowingFolder[];
}

/**
 * The folders of an account. With roots, only the mailboxes equal to or below a root are shown, and the
 * direct children of a root are next to it at the top (lumen-app-email, `root`); without roots, all are shown.
 * Mailboxes that cannot be selected are left out; what lies below them, or below a mailbox that does
 * not exist, moves to the top. Names are compared exactly, except INBOX, which has no case (RFC 9051 §5.1).
 */
export function buildMailFolderTree(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): readonly MailFolder[] {
  const isCovered = coverage(roots);
  const shown = withoutRepeats(mailboxes.filter((mailbox) => mailbox.isSelectable && isCovered(mailbox)));
  const types = assignFolderTypes(shown);
  const folders = new Map<string, GrowingFolder>();
  const families = new Map<string, GrowingFolder[]>();
  for (const mailbox of shown) {
    const folder = toFolder(mailbox, types.get(mailbox.name) ?? 'FOLDER');
    const key = mailboxKey(mailbox.name);
    if (!folders.has(key)) folders.set(key, folder);
    addToFamily(families, parentKey(key, mailbox.delimiter), folder);
  }
  return joinFamilies(families, folders, new Set(roots.map(mailboxKey)));
}

/** Hangs each family under its parent, or at the top when the parent is a root or not shown. */
function joinFamilies(
  families: ReadonlyMap<string, readonly GrowingFolder[]>,
  folders: ReadonlyMap<string, GrowingFolder>,
  rootKeys: ReadonlySet<string>,
): readonly GrowingFolder[] {
  const top: GrowingFolder[] = [];
  for (const [parent, members] of families) {
    const siblings = rootKeys.has(parent) ? top : (folders.get(parent)?.children ?? top);
    for (const member of inTypeOrder(members)) siblings.push(member);
  }
  return top;
}

/**
 * Tells whether a mailbox is a root or lies below one. Compares hashes of the few prefixes that are as
 * long as a root, so that many roots and a hundred thousand mailboxes do not multiply.
 */
function coverage(roots: readonly MailboxName[]): (mailbox: Mailbox) => boolean {
  if (roots.length === 0) return () => true;
  const keys = new Set(roots.map(mailboxKey));
  const lengths = [...new Set([...keys].map((key) => key.length))];
  return ({ name, delimiter }) => {
    const key = mailboxKey(name);
    return lengths.some(
      (length) =>
        (length === key.length || (delimiter !== null && key.charAt(length) === delimiter)) &&
        keys.has(key.slice(0, length)),
    );
  };
}

/** The name as it is compared: `inbox.Work` is below INBOX. */
function mailboxKey(name: string): string {
  return name.replace(INBOX_SEGMENT, 'INBOX');
}

/** The key of the parent mailbox; empty for the top level, which is no mailbox's name. */
function parentKey(key: string, delimiter: string | null): string {
  // An empty delimiter counts as none: it would make each mailbox its own parent.
  return delimiter ? key.slice(0, Math.max(key.lastIndexOf(delimiter), 0)) : '';
}

/** The mailboxes without repeated names. */
function withoutRepeats(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const byName = new Map<MailboxName, Mailbox>();
  for (const mailbox of mailboxes) {
    if (!byName.has(mailbox.name)) byName.set(mailbox.name, mailbox);
  }
  return [...byName.values()];
}

function toFolder({ name, delimiter, counts }: Mailbox, type: FolderType): GrowingFolder {
  const lastSegment = delimiter === null ? name : name.slice(name.lastIndexOf(delimiter) + 1);
  // A name that ends in its delimiter has an empty last segment, and a folder without a name cannot be shown.
  return { mailbox: name, name: lastSegment || name, type, ...(counts && { counts }), children: [] };
}

function addToFamily(families: Map<string, GrowingFolder[]>, parent: string, folder: GrowingFolder): void {
  const family = families.get(parent);
  if (family === undefined) families.set(parent, [folder]);
  else family.push(folder);
}

function inTypeOrder(folders: readonly GrowingFolder[]): readonly GrowingFolder[] {
  return folders.toSorted((a, b) => TYPE_RANK[a.type] - TYPE_RANK[b.type]);
}
