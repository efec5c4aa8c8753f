import { createHash, hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type MailboxName, parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { PlacedMailFolder } from '../folders/placed-mail-folder.ts';
import { StateReader, StateWriter } from './state-octets.ts';

/** An account's folder changes. */
export interface FolderDifferences {
  readonly created: readonly PlacedMailFolder[];
  /** All folders if the state is only a digest. */
  readonly updated: readonly PlacedMailFolder[];
  readonly removed: readonly MailboxName[];
  /** All folders if removed ones cannot be named; else null. */
  readonly present: readonly MailboxName[] | null;
}

type Remembered =
  | { readonly kind: 'each'; readonly folders: ReadonlyMap<MailboxName, string> }
  | { readonly kind: 'all'; readonly digest: string };

/** Proxies limit URLs. */
const MAX_STATE_OCTETS = 4096;
const DIGEST_OCTETS = 4;
const MAX_NAMES_OCTETS = 1024 * 1024;

/** Encodes the folders. */
export function writeFolders(folders: readonly PlacedMailFolder[]): Uint8Array {
  const names = folders.map(({ folder }) => folder.mailbox).join('\n');
  const digests = Buffer.concat(folders.map(digestOf));
  const packed = deflateRawSync(names);
  if (packed.length + digests.length > MAX_STATE_OCTETS) {
    return new StateWriter().number(0).octets(digestOfAll(names, digests)).toBuffer();
  }
  return new StateWriter().number(1).octets(packed).octets(digests).toBuffer();
}

/** The changes since the encoded state. */
export function compareFolders(octets: Uint8Array, folders: readonly PlacedMailFolder[]): FolderDifferences {
  const remembered = readFolders(octets);
  if (remembered.kind === 'all') return compareAll(remembered.digest, folders);
  const before = remembered.folders;
  const now = new Set(folders.map(({ folder }) => folder.mailbox));
  return {
    created: folders.filter(({ folder }) => !before.has(folder.mailbox)),
    updated: folders.filter((placed) => {
      const digest = before.get(placed.folder.mailbox);
      return digest !== undefined && digest !== digestOf(placed).toString('hex');
    }),
    removed: [...before.keys()].filter((name) => !now.has(name)),
    present: null,
  };
}

function compareAll(digest: string, folders: readonly PlacedMailFolder[]): FolderDifferences {
  const names = folders.map(({ folder }) => folder.mailbox);
  const now = digestOfAll(names.join('\n'), Buffer.concat(folders.map(digestOf))).toString('hex');
  if (now === digest) return { created: [], updated: [], removed: [], present: null };
  return { created: [], updated: folders, removed: [], present: names };
}

function readFolders(octets: Uint8Array): Remembered {
  const reader = new StateReader(octets);
  if (reader.number() === 0) return { kind: 'all', digest: Buffer.from(reader.octets()).toString('hex') };
  const names = inflateRawSync(reader.octets(), { maxOutputLength: MAX_NAMES_OCTETS }).toString();
  const digests = Buffer.from(reader.octets());
  const folders = new Map<MailboxName, string>();
  for (const [index, text] of names.split('\n').entries()) {
    const name = parseMailboxName(text);
    const digest = digests.toString('hex', index * DIGEST_OCTETS, (index + 1) * DIGEST_OCTETS);
    if (name !== undefined) folders.set(name, digest);
  }
  return { kind: 'each', folders };
}

function digestOf({ folder: { counts, type } }: PlacedMailFolder): Buffer {
  const { uidValidity, uidNext, total, unread, highestModSeq } = counts ?? {};
  return shortHash(JSON.stringify([type, uidValidity, uidNext, total, unread, highestModSeq]));
}

function digestOfAll(names: string, digests: Buffer): Buffer {
  return createHash('sha256').update(names).update('\n').update(digests).digest().subarray(0, 16);
}

function shortHash(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_OCTETS);
}
