import type { MessageChanges } from '../../../../application/changing/message-changes.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { identifyMessage } from '../../json-api/located-message.ts';
import { expectedMessage } from '../../json-api/preconditions.ts';
import { MESSAGE_ITEM_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { readChangedResource, requireId } from '../../request-document/resource-document.ts';
import { showChangedMessage } from '../reading/show-message.ts';
import { COMPOSED_BODY_OCTETS } from './composed-body.ts';
import { readRequestedChange } from './requested-change.ts';
import { requireTarget } from './require-target.ts';
import { updateMessageItemOperation } from './update-operation.ts';
import { FOLDER_POINTER, readMessageUpdate } from './update-request.ts';

type Services = RelatedServices & {
  readonly messageChanges: MessageChanges;
};

/** `PATCH …/MessageItems/{id}`: flags, keywords, folder, and drafts' header fields and texts. */
export function updateMessageItem(services: Services): ApiRoute {
  const { mailFolders, messageChanges } = services;
  return writingRoute({
    method: 'PATCH',
    path: MESSAGE_ITEM_PATH,
    operation: updateMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MessageItem',
    query: showing('MessageItem'),
    bodyLimitOctets: COMPOSED_BODY_OCTETS,
    isPatient: true,
    async handler(exchange, include) {
      const { request, signal } = exchange;
      const requested = readChangedResource(request.body, 'MessageItem');
      const previous = await identifyMessage(exchange, services);
      requireId(requested, messageResourceId(previous));
      const change = await readRequestedChange(services, { exchange, requested, message: previous });
      const update = readMessageUpdate(change, accountOf(request));
      const target = { source: previous, target: update.target, pointer: FOLDER_POINTER };
      await requireTarget(mailFolders, target, signal);
      const conditional = { ...expectedMessage(exchange, previous), ...update };
      const { newRef, isOldVersionRemoved } = await messageChanges.update(conditional, signal);
      const message = newRef ?? previous;
      const warnings = isOldVersionRemoved ? [] : ['old-version-not-removed'];
      return showChangedMessage(services, { exchange, include, previous, message, warnings });
    },
  });
}
