import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { eventExample, exampleUrls } from '../openapi/examples.ts';
import { problemAnswersWithoutMail, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { idSegment } from '../openapi/segments.ts';

export const EVENT_TAGS = ['Events'] as const;
export const EVENT_PROBLEMS = [
  ...['authentication-failed', 'access-denied', 'scope-missing', 'rate-limited', 'store-unavailable'],
  'events-gone',
] as const;

export const listEventsOperation: ApiOperation = {
  operationId: 'listEvents',
  summary: 'List the events',
  tags: EVENT_TAGS,
  description:
    'The events of the accounts that the key opens, the oldest first. A client that keeps the id of the last event it has taken, and asks for those after it, misses none and gets none twice.',
  response: {
    ...documentAnswers({
      title: 'EventsDocument',
      self: exampleUrls.events,
      description: 'The events.',
      type: 'Event',
      example: [eventExample],
    }),
    ...problemAnswersWithoutMail(...EVENT_PROBLEMS, ...SELECTION_PROBLEMS),
  },
};

export const getEventOperation: ApiOperation = {
  operationId: 'getEvent',
  segments: idSegment('Event'),
  summary: 'Get one event',
  tags: EVENT_TAGS,
  description: 'One event, as long as it is kept.',
  response: {
    ...documentAnswers({
      title: 'EventDocument',
      self: exampleUrls.event,
      description: 'The event.',
      type: 'Event',
      example: eventExample,
    }),
    ...problemAnswersWithoutMail(...EVENT_PROBLEMS, ...SELECTION_PROBLEMS),
  },
};
