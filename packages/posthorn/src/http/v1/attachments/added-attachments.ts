import type { Attachment } from '../../../domain/messages/attachment.ts';
import type { DraftAttachment } from '../../../domain/messages/message-draft.ts';

/**
 * The files' attachments, in their order. Inline files are found by content id; others are last in the
 * message.
 */
export function findAdded(
  all: readonly Attachment[],
  files: readonly DraftAttachment[],
): readonly Attachment[] {
  const byId = new Map(all.map((attachment) => [attachment.contentId, attachment]));
  const shown = files.map(({ contentId }) => (contentId === undefined ? undefined : byId.get(contentId)));
  const taken = new Set(shown);
  const others = all.filter((attachment) => !taken.has(attachment));
  const rest = others.slice(-shown.filter((one) => one === undefined).length).values();
  const added = shown.map((attachment) => attachment ?? rest.next().value);
  return added.flatMap((attachment, index) =>
    attachment === undefined ? [] : withCount(attachment, files[index]?.content.length),
  );
}

function withCount(attachment: Attachment, countedOctets: number | undefined): Attachment {
  return countedOctets === undefined ? attachment : { ...attachment, countedOctets };
}
