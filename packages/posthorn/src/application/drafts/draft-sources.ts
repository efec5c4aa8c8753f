import { MailError } from '../../domain/errors/mail-error.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import type { MessagePart } from '../replies/kept-attachments.ts';
import { writeAbove } from '../replies/own-text.ts';
import type { MessageReplies, ReplyRequest } from './message-replies.ts';

export type DraftOrigin =
  | ({ readonly kind: 'reply' } & ReplyRequest)
  | { readonly kind: 'forward'; readonly original: ExactMessageRef };

/** A new draft's sources. */
export interface DraftSources {
  /** The author's text is above the origin's. */
  readonly draft: DraftChange;
  readonly origin?: DraftOrigin | null;
  /** Attached last. */
  readonly copiedParts?: readonly MessagePart[];
}

/** A draft's complete values. Call `release` after use. */
export interface PreparedDraft {
  readonly change: DraftChange;
  release(): Promise<void>;
}

const UNKNOWN = new Set(['mailbox-unknown', 'message-unknown', 'message-gone', 'attachment-unknown']);
const NOTHING: PreparedDraft = { change: {}, release: async () => undefined };

/**
 * Reads the sources. Throws like `MessageReplies`; for a missing source with the member `relationships.repliesTo`,
 * `relationships.forwards` or `relationships.Attachments`.
 */
export async function prepareDraft(
  replies: MessageReplies,
  { draft, origin = null, copiedParts = [] }: DraftSources,
  signal: AbortSignal,
): Promise<PreparedDraft> {
  const original = await prepareOrigin(replies, origin, signal);
  try {
    const copied = await copyParts(replies, copiedParts, signal);
    const release = async (): Promise<void> => {
      await Promise.all([original.release(), copied.release()]);
    };
    const change = joinChanges({ original: original.change, own: draft, copied: copied.change });
    return { change, release };
  } catch (error) {
    await original.release();
    throw error;
  }
}

async function prepareOrigin(
  replies: MessageReplies,
  origin: DraftOrigin | null,
  signal: AbortSignal,
): Promise<PreparedDraft> {
  if (origin === null) return NOTHING;
  if (origin.kind === 'forward') {
    return namingSource('relationships.forwards', replies.forward(origin, signal));
  }
  return namingSource('relationships.repliesTo', replies.reply(origin, signal));
}

async function copyParts(
  replies: MessageReplies,
  parts: readonly MessagePart[],
  signal: AbortSignal,
): Promise<PreparedDraft> {
  if (parts.length === 0) return NOTHING;
  const copying = replies.copyAttachments(parts, signal);
  const { attachments, release } = await namingSource('relationships.Attachments', copying);
  return { change: { addedAttachments: attachments }, release };
}

/** True for a missing requested message or file. */
export function isUnknownSource(error: unknown): error is MailError {
  return error instanceof MailError && UNKNOWN.has(error.code);
}

async function namingSource<Result>(member: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUnknownSource(error)) throw error;
    throw new MailError(error.code, { ...error.details, member }, { cause: error });
  }
}

interface JoinedChanges {
  readonly original: DraftChange;
  readonly own: DraftChange;
  readonly copied: DraftChange;
}

function joinChanges({ original, own, copied }: JoinedChanges): DraftChange {
  const { addedAttachments = [] } = original;
  return {
    header: { ...original.header, ...own.header },
    ...writeAbove(own, original),
    addedAttachments: [
      ...addedAttachments,
      ...(own.addedAttachments ?? []),
      ...(copied.addedAttachments ?? []),
    ],
  };
}
