/** `POST …/MessageItems`: creates a draft, also as a reply or to forward a message. */
import type { MessageDrafts } from '../../../application/message-drafts.ts';
import type { MessageReplies } from '../../../application/message-replies.ts';
import type { DraftChange } from '../../../domain/message-draft.ts';
import type { ApiRoute } from '../../api-route.ts';
import { accountOf } from '../../authentication.ts';
import { mailboxOf } from '../../path-parameters.ts';
import { parseInclude } from '../include.ts';
import { writingRoute } from '../json-api-route.ts';
import { MESSAGE_ITEMS_PATH } from '../paths.ts';
import { requireNoTag } from '../preconditions.ts';
import type { RelatedServices } from '../related-resources.ts';
import { pointingAt } from '../unknown-source.ts';
import { COMPOSED_BODY_OCTETS } from './composed-body.ts';
import { ATTACHMENTS_POINTER, type NewMessage, readNewMessage } from './create-request.ts';
import { showNewMessage } from './show-message.ts';

type Services = RelatedServices & {
  readonly messageDrafts: MessageDrafts;
  readonly messageReplies: MessageReplies;
};

export function createMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: MESSAGE_ITEMS_PATH,
    operation: { operationId: 'createMessageItem', summary: 'Create a draft', tags: ['MessageItems'] },
    primaryType: 'MessageItem',
    parameters: ['include', 'attributes'],
    bodyLimitOctets: COMPOSED_BODY_OCTETS,
    isPatient: true,
    async handler(exchange) {
      const { request, parameters, signal } = exchange;
      const include = parseInclude(parameters, 'MessageItem');
      const location = { account: accountOf(request), mailbox: mailboxOf(request) };
      const message = readNewMessage(request.body, location.account);
      requireNoTag(exchange);
      const prepared = await prepare(services.messageReplies, message, signal);
      try {
        const { flags, keywords } = message;
        const draft = { location, draft: prepared.change, flags, keywords };
        const identity = await services.messageDrafts.create(draft, signal);
        return await showNewMessage(services, { exchange, include, message: { ...location, ...identity } });
      } finally {
        await prepared.release();
      }
    },
  });
}

/** What a message is made of. Call `release` when it has been stored, or is not needed. */
interface Prepared {
  readonly change: DraftChange;
  release(): Promise<void>;
}

const NOTHING: Prepared = { change: {}, release: async () => undefined };

/** What the client says goes before what comes from the original. */
async function prepare(replies: MessageReplies, message: NewMessage, signal: AbortSignal): Promise<Prepared> {
  const original = await prepareOriginal(replies, message, signal);
  try {
    const copied = await copyParts(replies, message, signal);
    const release = async (): Promise<void> => {
      await Promise.all([original.release(), copied.release()]);
    };
    return { change: joinChanges(original.change, message.draft, copied.change), release };
  } catch (error) {
    await original.release();
    throw error;
  }
}

async function prepareOriginal(
  replies: MessageReplies,
  { original: source, isToAll, isQuoted }: NewMessage,
  signal: AbortSignal,
): Promise<Prepared> {
  if (source === null) return NOTHING;
  const { message: original, relationship } = source;
  const pointer = `/data/relationships/${relationship}/data`;
  if (relationship === 'forwards') return pointingAt(pointer, replies.forward({ original }, signal));
  const change = await pointingAt(pointer, replies.reply({ original, isToAll, isQuoted }, signal));
  return { ...NOTHING, change };
}

async function copyParts(
  replies: MessageReplies,
  { copiedParts }: NewMessage,
  signal: AbortSignal,
): Promise<Prepared> {
  if (copiedParts.length === 0) return NOTHING;
  const copying = replies.copyAttachments(copiedParts, signal);
  const { attachments, release } = await pointingAt(ATTACHMENTS_POINTER, copying);
  return { change: { addedAttachments: attachments }, release };
}

function joinChanges(original: DraftChange, own: DraftChange, copied: DraftChange): DraftChange {
  const { addedAttachments = [] } = original;
  // A text that is given alone replaces both.
  const hasOwnText = own.textPlain !== undefined || own.textHtml !== undefined;
  const { textPlain, textHtml } = hasOwnText ? own : original;
  return {
    header: { ...original.header, ...own.header },
    ...(textPlain !== undefined && { textPlain }),
    ...(textHtml !== undefined && { textHtml }),
    addedAttachments: [...addedAttachments, ...(copied.addedAttachments ?? [])],
  };
}
