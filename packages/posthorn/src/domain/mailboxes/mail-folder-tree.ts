import { assignFolderTypes, type FolderType } from './folder-type.ts';
import type { MailFolder } from './mail-folder.ts';
import type { Mailbox } from './mailbox.ts';
import type { MailboxName } from './mailbox-name.ts';

const TYPE_RANK = { INBOX: 0, DRAFT: 1, JUNK: 2, SENT: 3, TRASH: 4, FOLDER: 5 } as const satisfies Record<
  FolderType,
  number
>;

const INBOX_SEGMENT = /^inbox(?![\p{L}\p{N}\s])/iu;

interface GrowingFolder extends MailFolder {
  readonly children: GrowingFolder[];
}

/**
 * Roots limit it to mailboxes equal to or below one, with a root's children beside it at the top
 * (lumen-app-email, `root`). Unselectable mailboxes are omitted, their children at the top, unless
 * `hasContainers`. Only INBOX ignores case (RFC 9051 §5.1).
 */
export function buildMailFolderTree(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
  { hasContainers = false }: { readonly hasContainers?: boolean } = {},
): readonly MailFolder[] {
  const isCovered = coverage(roots);
  const selectable = withoutRepeats(
    mailboxes.filter((mailbox) => mailbox.isSelectable && isCovered(mailbox)),
  );
  const types = assignFolderTypes(selectable);
  const shown = hasContainers ? withContainers(selectable, { types, isCovered, roots }) : selectable;
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

interface Shown {
  readonly types: ReadonlyMap<MailboxName, FolderType>;
  readonly isCovered: (mailbox: Mailbox) => boolean;
  readonly roots: readonly MailboxName[];
}

/** Adds unselectable parents, except roots and parents of typed folders, such as `[Gmail]`. */
function withContainers(
  selectable: readonly Mailbox[],
  { types, isCovered, roots }: Shown,
): readonly Mailbox[] {
  const known = new Map(selectable.map((mailbox) => [mailboxKey(mailbox.name), mailbox]));
  const hidden = new Set([
    ...roots.map(mailboxKey),
    ...selectable
      .filter(({ name }) => (types.get(name) ?? 'FOLDER') !== 'FOLDER')
      .map(({ name, delimiter }) => parentKey(mailboxKey(name), delimiter)),
  ]);
  for (const { name, delimiter } of selectable) {
    let key = parentKey(mailboxKey(name), delimiter);
    while (key !== '' && !known.has(key) && !hidden.has(key)) {
      const container = { name: key as MailboxName, delimiter, isSelectable: false };
      if (!isCovered(container)) break;
      known.set(key, container);
      key = parentKey(key, delimiter);
    }
  }
  return [...known.values()];
}

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

/** The mailboxes equal to or below a root; all without roots. */
export function belowRoots(mailboxes: readonly Mailbox[], roots: readonly MailboxName[]): readonly Mailbox[] {
  return mailboxes.filter(coverage(roots));
}

/** Hashes prefixes of a root's length: linear for many roots and 100,000 mailboxes. */
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

/** `inbox.Work` is below INBOX. */
function mailboxKey(name: string): string {
  return name.replace(INBOX_SEGMENT, 'INBOX');
}

/** Empty for the top level. */
function parentKey(key: string, delimiter: string | null): string {
  // If empty, each mailbox would be its own parent.
  return delimiter ? key.slice(0, Math.max(key.lastIndexOf(delimiter), 0)) : '';
}

function withoutRepeats(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const byName = new Map<MailboxName, Mailbox>();
  for (const mailbox of mailboxes) {
    if (!byName.has(mailbox.name)) byName.set(mailbox.name, mailbox);
  }
  return [...byName.values()];
}

function toFolder({ name, delimiter, counts }: Mailbox, type: FolderType): GrowingFolder {
  const lastSegment = delimiter === null ? name : name.slice(name.lastIndexOf(delimiter) + 1);
  // May end in its delimiter.
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
