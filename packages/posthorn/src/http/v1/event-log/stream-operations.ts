import type { ApiOperation, ParameterSchemas } from '../../route/api-route.ts';
import { eventExample } from '../openapi/examples.ts';
import { problemAnswersWithoutMail } from '../openapi/problem-answers.ts';
import { eventFilter } from './event-query.ts';
import { EVENT_PROBLEMS, EVENT_TAGS } from './list-operations.ts';

const EXAMPLE = `retry: 3000\n\nevent: ${eventExample.attributes.kind}\nid: ${eventExample.id}\ndata: {"type":"Event",…}\n\n`;

const HEADERS: ParameterSchemas = {
  'last-event-id': {
    title: 'last-event-id.event',
    type: 'string',
    description: 'The id of the last event that the client has taken. Without it, the stream begins now.',
    examples: [eventExample.id],
  },
};

export const streamEventsOperation: ApiOperation = {
  operationId: 'streamEvents',
  summary: 'Listen to the events',
  tags: EVENT_TAGS,
  description:
    'The events of all accounts that the key opens, as server-sent events: each has its kind as `event`, its id as `id`, and the resource `Event` as `data`. `state` comes first and has an id to continue from, when nothing has happened since. A comment comes every 15 seconds.',
  headers: HEADERS,
  query: eventFilter.schemas,
  response: {
    200: {
      description: 'The stream. It goes on until the client leaves, the key ends, or the server stops.',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    },
    ...problemAnswersWithoutMail(
      ...EVENT_PROBLEMS,
      'unknown-parameter',
      'not-acceptable',
      'too-many-connections',
    ),
  },
};

export const headEventStreamOperation: ApiOperation = {
  ...streamEventsOperation,
  operationId: 'headStreamOfEvents',
  summary: 'The headers of the stream of events',
  response: {
    200: { description: 'The headers of the stream.' },
    ...problemAnswersWithoutMail(...EVENT_PROBLEMS, 'not-acceptable'),
  },
};
