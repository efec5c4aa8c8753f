import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { DraftEditing } from '../../../application/drafts/draft-editing.ts';
import type { MessageBodies } from '../../../application/messages/message-bodies.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { tellFailureAs } from '../answer/failure-text.ts';
import { DEFAULT_IMAGES } from '../request/images-parameter.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { BODY_LIMIT_OCTETS, readMessageBody } from './body-request.ts';
import { presentMessageBody } from './present.ts';
import { updateMessageBodyOperation } from './update-operation.ts';

interface Services {
  readonly draftEditing: DraftEditing;
  readonly messageBodies: MessageBodies;
  readonly messageChanges: MessageChanges;
}

/** `PATCH …/MessageItems/{id}/MessageBody`: changes a draft's texts. */
export function updateMessageBody({ draftEditing, messageBodies, messageChanges }: Services): ApiRoute {
  return {
    method: 'PATCH',
    path: `${MESSAGE_ITEM_PATH}/MessageBody`,
    operation: updateMessageBodyOperation,
    access: { login: 'account', scope: 'mail.write' },
    bodyLimitOctets: BODY_LIMIT_OCTETS,
    async handler(request) {
      tellFailureAs(request, 'Updating the MessageBodyDraft failed.');
      const message = messageRefOf(request);
      const texts = { account: message.account, draft: message, change: readMessageBody(request.body) };
      const signal = patientSignalOf(request);
      const { change: draft, release } = await draftEditing.prepareTexts(texts, signal);
      try {
        const { newRef } = await messageChanges.update({ message, draft }, signal);
        const body = await messageBodies.get({ ...(newRef ?? message), images: DEFAULT_IMAGES }, signal);
        return presentMessageBody(body, folderKeysOf(request));
      } finally {
        await release();
      }
    },
  };
}
