import type { ApiOperation, ParameterSchemas } from '../../route/api-route.ts';
import { sinceParameter } from '../changes/since-parameter.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';

const STATE = 'ukeNAThH2NU3ZVlYxqVU2AD-j9AGhSIDhSI';
const EXAMPLE = `retry: 3000\n\nevent: state\nid: ${STATE}\ndata: {}\n\n`;
const DESCRIPTION =
  'Server-sent events. `state` comes first; `changes` has the ids of what is new, changed and gone; `reset` means that the client has to read the list again; `ended` that the login is not accepted any more. The id of each event is a state: send it as `Last-Event-ID`, and nothing is missed. A comment comes every 15 seconds.';

const HEADERS: ParameterSchemas = {
  'last-event-id': {
    type: 'string',
    description: 'The id of the last event that the client has taken.',
    examples: [STATE],
  },
};
const STREAM = {
  200: {
    description:
      'The stream. It goes on until the client leaves, the login or key ends, or the server stops.',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  },
  ...problemAnswers(
    'state-invalid',
    'unknown-parameter',
    'not-acceptable',
    'mailbox-unknown',
    'too-many-connections',
  ),
};
const HEAD = {
  200: { description: 'The headers of the stream.' },
  ...problemAnswers('not-acceptable', 'mailbox-unknown'),
};

export const folderEventsOperation: ApiOperation = {
  operationId: 'getFolderEvents',
  summary: 'Listen to a folder',
  tags: ['MailFolders'],
  description: DESCRIPTION,
  headers: HEADERS,
  query: sinceParameter.schemas,
  response: STREAM,
};

export const accountEventsOperation: ApiOperation = {
  operationId: 'getAccountEvents',
  summary: 'Listen to the folders of an account',
  tags: ['MailFolders'],
  description: `${DESCRIPTION} The ids are those of folders; ask each of them for its changes.`,
  headers: HEADERS,
  query: sinceParameter.schemas,
  response: STREAM,
};

export const headFolderEventsOperation: ApiOperation = {
  ...folderEventsOperation,
  operationId: 'headFolderEvents',
  summary: 'The headers of the stream of a folder',
  response: HEAD,
};

export const headAccountEventsOperation: ApiOperation = {
  ...accountEventsOperation,
  operationId: 'headAccountEvents',
  summary: 'The headers of the stream of an account',
  response: HEAD,
};
