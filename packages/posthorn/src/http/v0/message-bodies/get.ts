import type { DraftEditing } from '../../../application/drafts/draft-editing.ts';
import type { MessageBodies } from '../../../application/messages/message-bodies.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { queryParametersOf, singleValue } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseImages } from '../request/images-parameter.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { getMessageBodyOperation } from './get-operation.ts';
import { presentMessageBody } from './present.ts';

interface Services {
  readonly draftEditing: DraftEditing;
  readonly messageBodies: MessageBodies;
}

/** Of clients that edit, answer or forward a message. */
const EDITOR = 'MessageBodyDraft';

/** `GET …/MessageItems/{id}/MessageBody`: a message's texts. */
export function getMessageBody({ draftEditing, messageBodies }: Services): ApiRoute {
  return {
    method: 'GET',
    path: `${MESSAGE_ITEM_PATH}/MessageBody`,
    operation: getMessageBodyOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request) {
      const message = messageRefOf(request);
      const parameters = queryParametersOf(request);
      const location = { ...message, images: parseImages(parameters) };
      const isForEditor = singleValue(parameters, 'target') === EDITOR;
      const reading = isForEditor ? draftEditing.open : messageBodies.getWithImages;
      const body = await reading(location, signalOf(request));
      return presentMessageBody(body, folderKeysOf(request));
    },
  };
}
