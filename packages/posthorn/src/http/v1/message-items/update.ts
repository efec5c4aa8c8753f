/** `PATCH …/MessageItems/{id}`: flags and keywords of any message, header fields and texts of drafts, and the folder. */
import type { MessageChanges } from '../../../application/message-changes.ts';
import type { MessageDrafts } from '../../../application/message-drafts.ts';
import { messageKey } from '../../../application/message-key.ts';
import type { IdentifiedMessage } from '../../../application/message-location.ts';
import type { FlagChange } from '../../../application/ports/mail-writer.ts';
import { SerialWork } from '../../../application/serial-work.ts';
import type { ApiRoute } from '../../api-route.ts';
import { accountOf } from '../../authentication.ts';
import type { Exchange } from '../exchange.ts';
import { parseInclude } from '../include.ts';
import { writingRoute } from '../json-api-route.ts';
import { locateMessage } from '../located-message.ts';
import { MESSAGE_ITEM_PATH } from '../paths.ts';
import { requireMatch } from '../preconditions.ts';
import type { RelatedServices } from '../related-resources.ts';
import { requireId } from '../resource-document.ts';
import { messageResourceId } from '../resource-ids.ts';
import { COMPOSED_BODY_OCTETS } from './composed-body.ts';
import { keywordChange } from './kept-keywords.ts';
import { requireTarget } from './require-target.ts';
import { showChangedMessage } from './show-message.ts';
import { FOLDER_POINTER, type MessageUpdate, readMessageUpdate } from './update-request.ts';

type Services = RelatedServices & {
  readonly messageChanges: MessageChanges;
  readonly messageDrafts: MessageDrafts;
};

interface Updating {
  readonly exchange: Exchange;
  readonly message: IdentifiedMessage;
  readonly update: MessageUpdate;
}

/** Where the message is after a step, and what went less than well. */
interface Updated {
  readonly message: IdentifiedMessage;
  readonly warnings: readonly string[];
}

export function updateMessageItem(services: Services): ApiRoute {
  const conditionalWork = new SerialWork();
  return writingRoute({
    method: 'PATCH',
    path: MESSAGE_ITEM_PATH,
    operation: { operationId: 'updateMessageItem', summary: 'Change a message', tags: ['MessageItems'] },
    primaryType: 'MessageItem',
    parameters: ['include', 'attributes'],
    bodyLimitOctets: COMPOSED_BODY_OCTETS,
    isPatient: true,
    async handler(exchange) {
      const { request, parameters } = exchange;
      const include = parseInclude(parameters, 'MessageItem');
      const update = readMessageUpdate(request.body, accountOf(request));
      const { message: previous } = await locateMessage(exchange, services);
      requireId(update, messageResourceId(previous));
      const work = () => updateMessage(services, { exchange, message: previous, update });
      // Of two that are meant for the same flags, the second must see what the first has done.
      const isConditional = request.headers['if-match'] !== undefined;
      const updated = await (isConditional ? conditionalWork.run(messageKey(previous), work) : work());
      return showChangedMessage(services, { exchange, include, previous, ...updated });
    },
  });
}

/** Everything that can be refused is refused before anything is done. */
async function updateMessage(services: Services, updating: Updating): Promise<Updated> {
  const { exchange, message, update } = updating;
  const { signal } = exchange;
  const target = update.target === message.mailbox ? null : update.target;
  if (target !== null) {
    const location = { account: message.account, mailbox: target };
    await requireTarget(services.mailFolders, { target: location, pointer: FOLDER_POINTER }, signal);
  }
  const updated = await changeInPlace(services, { ...updating, flags: await flagsOf(services, updating) });
  if (target === null) return updated;
  const place = await services.messageChanges.move(updated.message, target, signal);
  return { ...updated, message: { ...message, ...place } };
}

/** The flags to change, keywords included. */
async function flagsOf(
  services: RelatedServices,
  { exchange, message, update: { flags, keywords } }: Updating,
): Promise<FlagChange> {
  const needed = keywords === undefined ? [] : (['keywords'] as const);
  const item = await requireMatch(services, { exchange, message, needed });
  return keywords === undefined ? flags : { ...flags, ...keywordChange(item?.keywords ?? [], keywords) };
}

async function changeInPlace(
  { messageChanges, messageDrafts }: Services,
  { exchange: { signal }, message, update: { draft }, flags }: Updating & { readonly flags: FlagChange },
): Promise<Updated> {
  if (draft === null) {
    if (Object.keys(flags).length > 0) await messageChanges.changeFlags(message, flags, signal);
    return { message, warnings: [] };
  }
  const revision = { location: message, change: draft, flags };
  const { uid, uidValidity, isOldRemoved } = await messageDrafts.revise(revision, signal);
  return {
    message: { ...message, uid, uidValidity },
    warnings: isOldRemoved ? [] : ['old-version-not-removed'],
  };
}
