import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { MessageItems } from '../../../application/messages/message-items.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { tellFailureAs } from '../answer/failure-text.ts';
import { sourcesOf, type V0Attribute } from '../message-items/attributes.ts';
import { presentMessageItem } from '../message-items/present.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { readMessageDraft } from './draft-request.ts';
import { updateMessageDraftOperation } from './update-operation.ts';

interface Services {
  readonly messageChanges: MessageChanges;
  readonly messageItems: MessageItems;
}

/** `PATCH …/MessageItems/{id}/MessageDraft`: changes a draft's header fields and flags. */
export function updateMessageDraft({ messageChanges, messageItems }: Services): ApiRoute {
  return {
    method: 'PATCH',
    path: `${MESSAGE_ITEM_PATH}/MessageDraft`,
    operation: updateMessageDraftOperation,
    access: { login: 'account', scope: 'mail.write' },
    async handler(request) {
      tellFailureAs(request, 'Updating the MessageDraft failed.');
      const message = messageRefOf(request);
      const { header, flags, named } = readMessageDraft(request.body);
      const shown: readonly V0Attribute[] = [...named, 'messageId'];
      const signal = patientSignalOf(request);
      const update = { message, draft: { header }, flags };
      const { newRef } = await messageChanges.update(update, signal);
      const selection = { attributes: sourcesOf(shown) };
      const item = await messageItems.get({ ...(newRef ?? message), selection }, signal);
      return {
        success: true,
        data: presentMessageItem(item, { shown: new Set(shown), keys: folderKeysOf(request) }),
      };
    },
  };
}
