import type { ApiOperation } from '../../../route/api-route.ts';
import { problemAnswers } from '../../openapi/problem-answers.ts';

/** Hidden: the operations always fail. */
export const fixedRelationshipDetails: Omit<ApiOperation, 'operationId' | 'summary'> = {
  hide: true,
  tags: ['Attachments'],
  description:
    'Answers 403: files are added by POST to the Attachments of the message, and each is removed by DELETE.',
  response: problemAnswers('relationship-not-changeable', 'not-acceptable', 'unsupported-media-type'),
};
