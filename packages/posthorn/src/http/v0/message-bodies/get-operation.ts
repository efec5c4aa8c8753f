import { REMOTE_IMAGES } from '../../../domain/messages/remote-content.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { DEFAULT_IMAGES } from '../request/images-parameter.ts';
import { messageBodyAnswer } from './body-answer.ts';

export const getMessageBodyOperation: ApiOperation = {
  operationId: 'getMessageBody',
  summary: 'Get the texts of a message',
  description:
    'Both texts of the message in Unicode. Reading them does not mark the message as seen. Images that the message brings along are in the HTML as data URIs, at most 5 MB of them.',
  tags: ['MessageBodies'],
  query: {
    target: {
      type: 'string',
      description:
        'With `MessageBodyDraft`, the texts for an HTML editor: the HTML alone, made of the plain text where the message has none. Images keep their `cid:`. A draft with this HTML gets them attached, and its files by their names, within four hours.',
      examples: ['MessageBodyDraft'],
    },
    images: {
      type: 'string',
      enum: [...REMOTE_IMAGES],
      default: DEFAULT_IMAGES,
      description:
        'With `block`, the HTML has no addresses of images of other servers, which tell the sender that the message was read; they are in `data-remote-src`.',
      examples: ['block'],
    },
  },
  response: {
    200: messageBodyAnswer('The texts.', '10'),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown'),
  },
};
