/** The description of `…/MessageItems/{id}/relationships/Attachments`, which cannot be changed. */
import type { ApiOperation } from '../../route/api-route.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { MESSAGE_PATH } from './operation-parts.ts';

/** What the three operations have in common. They can only fail, so that no description offers them. */
export const fixedRelationshipDetails: Omit<ApiOperation, 'operationId' | 'summary'> = {
  hide: true,
  tags: ['Attachments'],
  description:
    'Answers 403: files are added by POST to the Attachments of the message, and each is removed by DELETE.',
  params: MESSAGE_PATH,
  response: problemAnswers('relationship-not-changeable', 'not-acceptable', 'unsupported-media-type'),
};
