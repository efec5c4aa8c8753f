/** `GET …/MessageItems/{id}/MessageBody`: the texts of a message. */
import type { MessageBodies } from '../../../application/message-bodies.ts';
import { queryParametersOf } from '../../request/query-parameters.ts';
import { signalOf } from '../../request/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseImages } from '../images-parameter.ts';
import { folderKeysOf } from '../keys.ts';
import { messageRefOf } from '../path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../paths.ts';
import { getMessageBodyOperation } from './get-operation.ts';
import { presentMessageBody } from './present.ts';

export function getMessageBody({ messageBodies }: { readonly messageBodies: MessageBodies }): ApiRoute {
  return {
    method: 'GET',
    path: `${MESSAGE_ITEM_PATH}/MessageBody`,
    operation: getMessageBodyOperation,
    login: 'account',
    async handler(request) {
      const message = messageRefOf(request);
      const images = parseImages(queryParametersOf(request));
      const body = await messageBodies.get({ ...message, images }, signalOf(request));
      return presentMessageBody(body, folderKeysOf(request));
    },
  };
}
