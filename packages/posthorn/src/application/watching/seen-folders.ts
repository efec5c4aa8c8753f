import { type MailboxName, parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { StateReader, StateWriter } from '../following/state-octets.ts';

/** A folder when first seen. */
export interface SeenFolder {
  readonly name: MailboxName;
  readonly uidValidity: number;
  /** Messages from here on are new. */
  readonly uidNext: number;
  /** RFC 8474 §4; null: unsupported. */
  readonly mailboxId: string | null;
  /** Epoch of the first list with it. */
  readonly life: number;
}

export type SeenFolders = ReadonlyMap<MailboxName, SeenFolder>;

/** Encodes the folders. */
export function writeFolderList(folders: SeenFolders): Uint8Array {
  const writer = new StateWriter().number(folders.size);
  for (const { name, uidValidity, uidNext, mailboxId, life } of folders.values()) {
    writer.octets(Buffer.from(name)).number(uidValidity).number(uidNext).number(life);
    writer.octets(Buffer.from(mailboxId ?? ''));
  }
  return writer.toBuffer();
}

/** Decodes `writeFolderList`. */
export function readFolderList(octets: Uint8Array): SeenFolders {
  const reader = new StateReader(octets);
  const folders = new Map<MailboxName, SeenFolder>();
  const text = (): string => Buffer.from(reader.octets()).toString();
  for (let count = reader.number(); count > 0; count -= 1) {
    const name = parseMailboxName(text());
    const [uidValidity, uidNext, life] = [reader.number(), reader.number(), reader.number()];
    const mailboxId = text() || null;
    if (name !== undefined) folders.set(name, { name, uidValidity, uidNext, mailboxId, life });
  }
  return folders;
}
