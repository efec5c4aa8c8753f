import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStreams, StreamedEvent } from '../../../application/event-log/event-streams.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { EVENT_ID } from '../../../domain/events/event-id.ts';
import type { EventId } from '../../../domain/events/mail-event.ts';
import type { Principal } from '../../../domain/rights/principal.ts';
import { fieldSelection } from '../../../resources/field-selection.ts';
import { createResourceUrls, type ResourceUrls } from '../../../resources/identifiers/resource-urls.ts';
import { presentEvent } from '../../../resources/present-event.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { EVENT_STREAM_TIMING, type ServerSentEvent } from '../../answer/server-sent-event.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import { boundFilterOf } from '../../request/login/accounts-of-key.ts';
import { provedPrincipalOf } from '../../request/login/authentication.ts';
import { endOfAccess } from '../../request/login/lasting-access.ts';
import { requestBase } from '../../request/url/public-address.ts';
import { queryParametersOf } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { EventOptions } from '../events/events.ts';
import { NEVER, refuseOtherTypes, requireRunning, setStreamHeaders } from '../events/stream-head.ts';
import { toEventStream } from '../events/to-event-stream.ts';
import { EVENT_STREAM_PATH } from '../paths.ts';
import { refuseUnknown } from '../query/query-values.ts';
import { eventFilter } from './event-query.ts';
import { headEventStreamOperation, streamEventsOperation } from './stream-operations.ts';
import { isVisibleTo } from './visible-events.ts';

const ACCESS = { login: 'key', scope: 'mail.read' } as const;
const HEADER = 'Last-Event-ID';
const EVERYTHING = {
  Event: fieldSelection.maskOf('Event', {
    client: undefined,
    names: ['kind', 'at', 'data', 'MailAccount', 'MailFolder', 'MessageItem'],
  }),
};

/** `GET /events`: the log as a stream. HEAD is explicit: Fastify's would stream. */
export function eventStreamRoutes(streams: EventStreams, options: EventOptions): readonly ApiRoute[] {
  return [
    {
      ...{ method: 'HEAD', path: EVENT_STREAM_PATH, operation: headEventStreamOperation, access: ACCESS },
      async handler(_request, reply) {
        return setStreamHeaders(reply).send();
      },
    },
    {
      ...{ method: 'GET', path: EVENT_STREAM_PATH, operation: streamEventsOperation, access: ACCESS },
      isStream: true,
      judgeHead: refuseOtherTypes,
      handler: (request, reply) => stream(streams, options, { request, reply }),
    },
  ];
}

async function stream(
  streams: EventStreams,
  { stopping = NEVER, eventTiming = EVENT_STREAM_TIMING }: EventOptions,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Readable> {
  requireRunning(stopping);
  const opened = provedPrincipalOf(request);
  if (opened === undefined) throw new Error('This route is for API keys.');
  const renewed = { principal: opened };
  const access = endOfAccess(request, reply, (principal) => {
    renewed.principal = principal;
  });
  const signal = AbortSignal.any([signalOf(request), stopping, access]);
  const events = await streams
    .open(
      {
        holders: holdersOf(opened),
        filter: { ...readFilter(request), ...boundFilterOf(request) },
        after: readLast(request),
        isVisible: (event) => isVisibleTo(renewed.principal, event),
      },
      signal,
    )
    .catch((error: unknown) => Promise.reject(aboutHeader(error)));
  liftDeadline(request);
  setStreamHeaders(reply);
  const shown = present(events, createResourceUrls(requestBase(request)));
  return Readable.from(toEventStream(shown, eventTiming, stopping));
}

async function* present(
  events: AsyncIterable<StreamedEvent>,
  urls: ResourceUrls,
): AsyncGenerator<ServerSentEvent> {
  for await (const streamed of events) {
    if (streamed.kind === 'state') yield { event: 'state', id: streamed.id ?? '', data: {} };
    else {
      const { event } = streamed;
      yield { event: event.kind, id: event.id, data: presentEvent(event, { fields: EVERYTHING, urls }) };
    }
  }
}

/** A key may make more for its accounts: together they are one holder per account. */
function holdersOf({ ownerKey, accounts }: Principal): readonly string[] {
  if (accounts === 'all') return [ownerKey];
  const [first = ''] = [...accounts].sort();
  return [ownerKey, `account ${first}`];
}

function readFilter(request: FastifyRequest): ReturnType<typeof eventFilter.read> {
  const parameters = queryParametersOf(request);
  refuseUnknown(parameters.keys(), eventFilter.schemas);
  return eventFilter.read({ parameters });
}

function readLast({ headers }: FastifyRequest): EventId | null {
  const last = headers['last-event-id'];
  if (typeof last !== 'string' || last === '') return null;
  if (EVENT_ID.test(last)) return last as EventId;
  const detail = `${HEADER} must be the id of an event.`;
  throw new RequestProblems([problemOf('invalid-parameter', { detail, source: { header: HEADER } })]);
}

function aboutHeader(error: unknown): unknown {
  if (!(error instanceof MailError) || error.code !== 'events-gone') return error;
  const { detail } = error.details;
  return new RequestProblems([problemOf('events-gone', { detail, source: { header: HEADER } })]);
}
