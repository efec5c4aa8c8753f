import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { connectSessionExample, exampleUrls } from '../openapi/examples.ts';
import { problemAnswersWithoutMail, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { idSegment } from '../openapi/segments.ts';
import { KEY_PROBLEMS } from './operation-parts.ts';

export const getConnectSessionOperation: ApiOperation = {
  operationId: 'getConnectSession',
  summary: 'Get a connect session',
  tags: ['ConnectSessions'],
  description:
    'Shows whether the person has connected the mailbox, and the account. Needs the scope `accounts`.',
  segments: idSegment('ConnectSession'),
  response: {
    ...documentAnswers({
      title: 'ConnectSessionDocument',
      self: exampleUrls.connectSession,
      description: 'The session.',
      type: 'ConnectSession',
      example: connectSessionExample,
    }),
    ...problemAnswersWithoutMail(...SELECTION_PROBLEMS, ...KEY_PROBLEMS, 'connect-session-unknown'),
  },
};
