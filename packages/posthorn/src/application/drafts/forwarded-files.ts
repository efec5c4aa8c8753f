/** Finds the files of opened messages that a client names without sending them. */
import type { Attachment } from '../../domain/attachment.ts';
import { attachmentName } from '../../domain/attachment-name.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { DraftAttachment } from '../../domain/message-draft.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import type { OctetSource } from '../../domain/octet-source.ts';
import { listOpenedAttachments } from '../attachments/opened-attachments.ts';
import { BoundedMap } from '../bounded-map.ts';
import { messageKey } from '../messages/message-key.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { keepAttachments } from '../replies/kept-attachments.ts';
import type { RecentOriginals } from './recent-originals.ts';

/** Names that several files of one message have: how often each was taken. */
const MAX_COUNTED_NAMES = 1_000;
const ANY_TYPE = 'application/octet-stream';
/** A name of this length identifies a file. */
const MAX_SHOWN_CHARACTERS = 200;
const WHITE_SPACE = /\s+/g;

/** A file as a client names it. */
export interface RequestedFile extends Pick<DraftAttachment, 'fileName' | 'mediaType'> {
  /** Undefined: the client means a file of a message that it has opened. */
  readonly content: OctetSource | undefined;
  /** What the request calls the content, for the error when it is nowhere. */
  readonly parameter: string;
}

/** The files, and the draft that they are for. */
export interface FileTaking {
  readonly draft: MessageRef;
  readonly files: readonly RequestedFile[];
}

/** A file with its content. */
export interface TakenFile {
  readonly attachment: DraftAttachment;
  /** The Content-ID under which the draft has the file already, since its HTML shows it; null: the file has to be attached. */
  readonly shownAs: string | null;
}

/** The files in the order of the request, readable until they are released. */
export interface TakenFiles {
  readonly files: readonly TakenFile[];
  release(): Promise<void>;
}

interface FileTakerDependencies {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  readonly recentOriginals: RecentOriginals;
}

/** A part of an opened message. */
interface FoundPart {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
}

/** The parts of one opened message that a file may be. */
interface Candidate {
  readonly message: ExactMessageRef;
  readonly subject: string;
  readonly attachments: readonly [Attachment, ...Attachment[]];
}

/** Creates what `DraftEditing.takeFiles` is. */
export function createFileTaker(
  dependencies: FileTakerDependencies,
): (taking: FileTaking, signal: AbortSignal) => Promise<TakenFiles> {
  const { mailStore } = dependencies;
  const takes = new BoundedMap<string, number>(MAX_COUNTED_NAMES);

  /** Of files with one name, the next one each time. */
  function nextOf({ message, attachments }: Candidate): FoundPart {
    const [first] = attachments;
    if (attachments.length === 1) return { message, attachment: first };
    const key = JSON.stringify([messageKey(message), attachmentName(first), first.mediaType]);
    const taken = takes.get(key) ?? 0;
    takes.set(key, taken + 1);
    return { message, attachment: attachments[taken % attachments.length] ?? first };
  }

  async function find({ draft, file }: FileSearch, signal: AbortSignal): Promise<FoundPart> {
    const candidates = await listCandidates(dependencies, { draft, file }, signal);
    const candidate = await choose(mailStore, { draft, candidates }, signal);
    if (candidate === undefined) throw contentMissing(file);
    return nextOf(candidate);
  }

  return async ({ draft, files }, signal) => {
    const found: FoundPart[] = [];
    for (const file of files) {
      if (file.content === undefined) found.push(await find({ draft, file }, signal));
    }
    const shown = await shownIn(mailStore, { draft, found }, signal);
    const parts = found.map(({ message, attachment: { part } }) => ({ message, part }));
    const kept = await keepAttachments({ ...dependencies, isShown: () => false }, parts, signal);
    const copies = found.map(({ attachment: { contentId } }, index) => ({
      copy: kept.attachments[index],
      shownAs: contentId !== null && shown.has(contentId) ? contentId : null,
    }));
    return { files: files.flatMap((file) => toTakenFile(file, copies)), release: kept.release };
  };
}

/** Takes the next copy for a file without content. */
function toTakenFile(
  { fileName, mediaType, content }: RequestedFile,
  copies: { readonly copy: DraftAttachment | undefined; readonly shownAs: string | null }[],
): readonly TakenFile[] {
  if (content !== undefined) return [{ attachment: { fileName, mediaType, content }, shownAs: null }];
  const { copy, shownAs = null } = copies.shift() ?? {};
  return copy === undefined ? [] : [{ attachment: copy, shownAs }];
}

interface FileSearch {
  readonly draft: MessageRef;
  readonly file: RequestedFile;
}

async function listCandidates(
  { mailStore, recentOriginals }: FileTakerDependencies,
  { draft, file }: FileSearch,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const { message, subject } of await recentOriginals.list(draft.account)) {
    const all = await listOpenedAttachments(mailStore, message, signal);
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
 * Of several messages the one whose subject is in the draft: clients write it above what is forwarded. Without it the message that was
 * opened last, unless others have another file of the name: the wrong file must not be sent.
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
  const kinds = new Set(candidates.map(({ attachments }) => describe(attachments)));
  return named ?? (kinds.size === 1 ? last : undefined);
}

function describe(attachments: readonly Attachment[]): string {
  return JSON.stringify(attachments.map(({ encodedOctets, encoding }) => [encodedOctets, encoding]));
}

/** The Content-IDs of found parts that the draft has. */
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
