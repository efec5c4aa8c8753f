import type { Attachment } from '../../domain/attachment.ts';
import { attachmentName } from '../../domain/attachment-name.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { DraftAttachment } from '../../domain/message-draft.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import type { OctetSource } from '../../domain/octet-source.ts';
import { GONE, listOpenedAttachments } from '../attachments/opened-attachments.ts';
import { messageKey } from '../messages/message-key.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { RecentOriginals } from '../ports/state/recent-originals.ts';
import { keepAttachments } from '../replies/kept-attachments.ts';
import { stateKey } from '../state-key.ts';
import { findQuoted } from './quoted-messages.ts';
import { listOriginals, type RecentOriginal, rememberOriginal } from './recent-originals.ts';

const ANY_TYPE = 'application/octet-stream';
const MAX_SHOWN_CHARACTERS = 200;
const WHITE_SPACE = /\s+/g;

/** A file as a client names it. */
export interface RequestedFile extends Pick<DraftAttachment, 'fileName' | 'mediaType'> {
  /** Undefined: a file of an opened message. */
  readonly content: OctetSource | undefined;
  readonly parameter: string;
}

/** The requested files and their draft. */
export interface FileTaking {
  readonly draft: MessageRef;
  readonly files: readonly RequestedFile[];
}

/** A file with its content. */
export interface TakenFile {
  readonly attachment: DraftAttachment;
  /** The Content-ID of an image that the draft shows; null: attach the file. */
  readonly shownAs: string | null;
}

/** Files in request order, readable until released. */
export interface TakenFiles {
  readonly files: readonly TakenFile[];
  release(): Promise<void>;
}

interface FileTakerDependencies {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  readonly recentOriginals: RecentOriginals;
}

interface FoundPart {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
}

interface Candidate {
  readonly message: ExactMessageRef;
  readonly subject: string;
  readonly attachments: readonly [Attachment, ...Attachment[]];
}

/** Creates the implementation of `DraftEditing.takeFiles`. */
export function createFileTaker(
  dependencies: FileTakerDependencies,
): (taking: FileTaking, signal: AbortSignal) => Promise<TakenFiles> {
  const { mailStore, recentOriginals } = dependencies;

  /** Returns files with the same name in turn. */
  async function nextOf({ message, attachments }: Candidate): Promise<FoundPart> {
    const [first] = attachments;
    if (attachments.length === 1) return { message, attachment: first };
    const file = stateKey('file', messageKey(message), attachmentName(first), first.mediaType);
    const taken = await recentOriginals.countTaking(file);
    return { message, attachment: attachments[taken % attachments.length] ?? first };
  }

  async function find(search: FileSearch, signal: AbortSignal): Promise<FoundPart> {
    const { draft, file } = search;
    const originals = await listOriginals(recentOriginals, draft.account);
    const candidates = await withFile(mailStore, { ...search, originals }, signal);
    const isForgotten = candidates.length === 0;
    const candidate = isForgotten
      ? await findForgotten(search, signal)
      : await choose(mailStore, { draft, candidates }, signal);
    if (candidate === undefined) throw contentMissing(file);
    if (isForgotten) await rememberOriginal(recentOriginals, candidate);
    return nextOf(candidate);
  }

  /** After a restart. Of several different files of that name none. */
  async function findForgotten(search: FileSearch, signal: AbortSignal): Promise<Candidate | undefined> {
    const originals = await findQuoted(mailStore, search.draft, signal);
    const candidates = await withFile(mailStore, { ...search, originals }, signal);
    return areAlike(candidates) ? candidates[0] : undefined;
  }

  async function take(
    { draft, files, mayBeGone }: FileTaking & KnownAs,
    signal: AbortSignal,
  ): Promise<TakenFiles> {
    const found: FoundPart[] = [];
    for (const file of files) {
      if (file.content === undefined) found.push(await find({ draft, file, mayBeGone }, signal));
    }
    const shown = await shownIn(mailStore, { draft, found }, signal);
    const parts = found.map(({ message, attachment: { part } }) => ({ message, part }));
    const kept = await keepAttachments({ ...dependencies, isShown: () => false }, parts, signal);
    const copies = found.map(({ attachment: { contentId } }, index) => ({
      copy: kept.attachments[index],
      shownAs: contentId !== null && shown.has(contentId) ? contentId : null,
    }));
    return { files: files.flatMap((file) => toTakenFile(file, copies)), release: kept.release };
  }

  return (taking, signal) =>
    take({ ...taking, mayBeGone: true }, signal).catch((error: unknown) => {
      if (!(error instanceof MailError && GONE.has(error.code))) throw error;
      return take({ ...taking, mayBeGone: false }, signal);
    });
}

function toTakenFile(
  { fileName, mediaType, content }: RequestedFile,
  copies: { readonly copy: DraftAttachment | undefined; readonly shownAs: string | null }[],
): readonly TakenFile[] {
  if (content !== undefined) return [{ attachment: { fileName, mediaType, content }, shownAs: null }];
  const { copy, shownAs = null } = copies.shift() ?? {};
  return copy === undefined ? [] : [{ attachment: copy, shownAs }];
}

interface KnownAs {
  /** True: what is known of opened messages is not checked, because their files are read. */
  readonly mayBeGone: boolean;
}

interface FileSearch extends KnownAs {
  readonly draft: MessageRef;
  readonly file: RequestedFile;
}

async function withFile(
  mailStore: MailStore,
  { originals, file, mayBeGone }: FileSearch & { readonly originals: readonly RecentOriginal[] },
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const { message, subject } of originals) {
    const all = await listOpenedAttachments(mailStore, { ...message, mayBeGone }, signal);
    const [first, ...others] = all.filter((attachment) => isSame(attachment, file));
    if (first !== undefined) candidates.push({ message, subject, attachments: [first, ...others] });
  }
  return candidates;
}

function isSame(attachment: Attachment, { fileName, mediaType }: RequestedFile): boolean {
  const isOfType = mediaType === ANY_TYPE || attachment.mediaType === mediaType;
  return isOfType && attachmentName(attachment).trim() === fileName;
}

/**
 * Prefers the message whose subject is in the draft: clients write it above forwarded text. Else the last
 * opened one, unless another has a different file of that name: a wrong file must not be sent.
 */
async function choose(
  mailStore: MailStore,
  { draft, candidates }: { readonly draft: MessageRef; readonly candidates: readonly Candidate[] },
  signal: AbortSignal,
): Promise<Candidate | undefined> {
  const [last] = candidates;
  if (candidates.length <= 1) return last;
  const { textPlain } = await mailStore.getMessageBody(draft, signal);
  const text = textPlain.replace(WHITE_SPACE, ' ');
  const named = candidates.find(({ subject }) => {
    const title = subject.replace(WHITE_SPACE, ' ').trim();
    return title !== '' && text.includes(title);
  });
  return named ?? (areAlike(candidates) ? last : undefined);
}

function areAlike(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map(({ attachments }) => describe(attachments))).size === 1;
}

function describe(attachments: readonly Attachment[]): string {
  return JSON.stringify(attachments.map(({ encodedOctets, encoding }) => [encodedOctets, encoding]));
}

async function shownIn(
  mailStore: MailStore,
  { draft, found }: { readonly draft: MessageRef; readonly found: readonly FoundPart[] },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (found.every(({ attachment }) => attachment.contentId === null)) return new Set();
  const own = await listOpenedAttachments(mailStore, draft, signal);
  return new Set(own.flatMap(({ contentId }) => contentId ?? []));
}

function contentMissing({ fileName, parameter }: RequestedFile): MailError {
  const name = fileName === '' ? 'a file' : `"${fileName.slice(0, MAX_SHOWN_CHARACTERS)}"`;
  const detail = `The content of ${name} is missing: ${parameter} must be the file, or the file must be in the message that was opened to forward it.`;
  return new MailError('invalid-document', { parameter, detail });
}
