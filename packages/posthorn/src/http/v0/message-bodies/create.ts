import type { DraftEditing } from '../../../application/drafts/draft-editing.ts';
import type { MessageDrafts } from '../../../application/drafts/message-drafts.ts';
import type { MessageBodies } from '../../../application/messages/message-bodies.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { tellFailureAs } from '../answer/failure-text.ts';
import { DEFAULT_IMAGES } from '../request/images-parameter.ts';
import { folderKeysOf } from '../request/keys.ts';
import { mailboxRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEMS_PATH } from '../request/paths.ts';
import { BODY_LIMIT_OCTETS, readMessageBody } from './body-request.ts';
import { createMessageBodyOperation } from './create-operation.ts';
import { presentMessageBody } from './present.ts';

interface Services {
  readonly draftEditing: DraftEditing;
  readonly messageBodies: MessageBodies;
  readonly messageDrafts: MessageDrafts;
}

/** `POST …/MailFolders/{id}/MessageItems`: creates a draft from its texts. */
export function createMessageBody({ draftEditing, messageBodies, messageDrafts }: Services): ApiRoute {
  return {
    method: 'POST',
    path: MESSAGE_ITEMS_PATH,
    operation: createMessageBodyOperation,
    access: { login: 'account', scope: 'mail.write' },
    bodyLimitOctets: BODY_LIMIT_OCTETS,
    async handler(request) {
      tellFailureAs(request, 'Creating the MessageBody failed.');
      const folder = mailboxRefOf(request);
      const texts = { account: folder.account, draft: null, change: readMessageBody(request.body) };
      const signal = patientSignalOf(request);
      const { change, release } = await draftEditing.prepareTexts(texts, signal);
      try {
        const { uid } = await messageDrafts.create({ ...folder, draft: change }, signal);
        const body = await messageBodies.get({ ...folder, uid, images: DEFAULT_IMAGES }, signal);
        return presentMessageBody(body, folderKeysOf(request));
      } finally {
        await release();
      }
    },
  };
}
