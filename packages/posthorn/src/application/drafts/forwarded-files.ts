import { MailError } from '../../domain/errors/mail-error.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import { attachmentName } from '../../domain/messages/attachment-name.ts';
import type { DraftAttachment } from '../../domain/messages/message-draft.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/messages/message-ref.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import { GONE, listOpenedAttachments } from '../attachments/opened-attachments.ts';
import { messageKey } from '../messages/message-key.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { RecentOriginals } from '../ports/state/recent-originals.ts';
import { keepAttachments } from '../replies/kept-attachments.ts';
import { stateKey } from '../state-key.ts';
import { findQuoted, singleLine } from './quoted-messages.ts';
import { listOriginals, type RecentOriginal, rememberOriginal } from './recent-originals.ts';

const ANY_TYPE = 'application/octet-stream';
const MAX_SHOWN_CHARACTERS = 200;

/** A file named by a client. */
export interface RequestedFile extends Pick<DraftAttachment, 'fileName' | 'mediaType'> {
  /** Undefined: an opened message's file. */
  readonly content: OctetSource | undefined;
  readonly parameter: string;
}

/** Requested files and their draft. */
export interface FileTaking {
  readonly draft: MessageRef;
  readonly files: readonly RequestedFile[];
}

/** A file with its content. */
export interface TakenFile {
  readonly attachment: DraftAttachment;
  /** Content-ID of an image shown by the draft; null: attach the file. */
  readonly shownAs: string | null;
}

/** Files in request order, until released. */
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
  readonly subject: string;
  readonly attachment: Attachment;
}

interface Candidate {
  readonly message: ExactMessageRef;
  readonly subject: string;
  readonly attachments: readonly [Attachment, ...Attachment[]];
}

/** Implements `DraftEditing.takeFiles`. */
export function createFileTaker(
  dependencies: FileTakerDependencies,
): (taking: FileTaking, signal: AbortSignal) => Promise<TakenFiles> {
  const { mailStore, recentOriginals } = dependencies;

  /** Files with equal names in turn. */
  async function nextOf({ message, subject, attachments }: Candidate): Promise<FoundPart> {
    const [first] = attachments;
    if (attachments.length === 1) return { message, subject, attachment: first };
    const file = stateKey('file', messageKey(message), attachmentName(first), first.mediaType);
    const taken = await recentOriginals.countTaking(file);
    return { message, subject, attachment: attachments[taken % attachments.length] ?? first };
  }

  async function find(search: FileSearch, signal: AbortSignal): Promise<FoundPart> {
    const { draft, file, isTrusting, proved } = search;
    const known = proved.get(file);
    if (known !== undefined) return known;
    const originals = await listOriginals(recentOriginals, draft.account);
    const candidates = await withFile(mailStore, { ...search, originals }, signal);
    const [last, ...others] = candidates;
    if (isTrusting && last?.attachments.length === 1 && others.length === 0) return nextOf(last);
    const text = last && (await search.readText());
    const named = candidates.find((candidate) => isNamed(candidate, text ?? ''));
    const quoted = named ?? (await findForgotten(search, signal));
    const chosen = quoted ?? (areAlike(candidates) ? last : undefined);
    if (chosen === undefined) throw contentMissing(file);
    if (named === undefined && quoted !== undefined) await rememberOriginal(recentOriginals, quoted);
    const part = await nextOf(chosen);
    proved.set(file, part);
    return part;
  }

  /** Finds a forgotten message, as after a restart; none if its files of that name differ. */
  async function findForgotten(search: FileSearch, signal: AbortSignal): Promise<Candidate | undefined> {
    const originals = await findQuoted(mailStore, search.draft, signal);
    const candidates = await withFile(mailStore, { ...search, originals }, signal);
    return areAlike(candidates) ? candidates[0] : undefined;
  }

  async function take(taking: FileTaking & Knowledge, signal: AbortSignal): Promise<TakenFiles> {
    const found = new Map<RequestedFile, FoundPart>();
    for (const file of taking.files) {
      if (file.content === undefined) found.set(file, await find({ ...taking, file }, signal));
    }
    const keeping = keep(taking, [...found.values()], signal);
    if (found.size === 0 || !taking.isTrusting) return keeping;
    // Reads the draft concurrently: it usually names the only message with the files.
    const [taken, read] = await Promise.allSettled([keeping, taking.readText()]);
    if (taken.status === 'rejected') throw taken.reason;
    const isProved = (text: string) =>
      [...found].every(([file, part]) => taking.proved.has(file) || isNamed(part, text));
    if (read.status === 'fulfilled' && isProved(read.value)) return taken.value;
    await taken.value.release();
    if (read.status === 'rejected') throw read.reason;
    return take({ ...taking, isTrusting: false }, signal);
  }

  async function keep(
    { draft, files }: FileTaking,
    found: readonly FoundPart[],
    signal: AbortSignal,
  ): Promise<TakenFiles> {
    const shown = await shownIn(mailStore, { draft, found }, signal);
    const parts = found.map(({ message, attachment: { part } }) => ({ message, part }));
    const kept = await keepAttachments({ ...dependencies, isShown: () => false }, parts, signal);
    const copies = found.map(({ attachment: { contentId } }, index) => ({
      copy: kept.attachments[index],
      shownAs: contentId !== null && shown.has(contentId) ? contentId : null,
    }));
    return { files: files.flatMap((file) => toTakenFile(file, copies)), release: kept.release };
  }

  return (taking, signal) => {
    const readText = readOnce(() => readDraft(mailStore, taking.draft, signal));
    const begin = (mayBeGone: boolean) =>
      take({ ...taking, readText, mayBeGone, isTrusting: true, proved: new Map() }, signal);
    return begin(true).catch((error: unknown) => {
      if (!(error instanceof MailError && GONE.has(error.code))) throw error;
      return begin(false);
    });
  };
}

function readOnce(read: () => Promise<string>): () => Promise<string> {
  let reading: Promise<string> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

function toTakenFile(
  { fileName, mediaType, content }: RequestedFile,
  copies: { readonly copy: DraftAttachment | undefined; readonly shownAs: string | null }[],
): readonly TakenFile[] {
  if (content !== undefined) return [{ attachment: { fileName, mediaType, content }, shownAs: null }];
  const { copy, shownAs = null } = copies.shift() ?? {};
  return copy === undefined ? [] : [{ attachment: copy, shownAs }];
}

interface Knowledge {
  /** True: no checks of opened messages, because their files are read. */
  readonly mayBeGone: boolean;
  /** The draft's text in one line. */
  readonly readText: () => Promise<string>;
  /** True: takes the only remembered message with the file, and compares it later. */
  readonly isTrusting: boolean;
  /** Need no comparison. */
  readonly proved: Map<RequestedFile, FoundPart>;
}

interface FileSearch extends Knowledge {
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

/** Clients write the subject above forwarded text. */
function isNamed({ subject }: Pick<Candidate, 'subject'>, text: string): boolean {
  const title = singleLine(subject);
  return title !== '' && text.includes(title);
}

async function readDraft(mailStore: MailStore, draft: MessageRef, signal: AbortSignal): Promise<string> {
  const { textPlain } = await mailStore.getMessageBody(draft, signal);
  return singleLine(textPlain);
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
