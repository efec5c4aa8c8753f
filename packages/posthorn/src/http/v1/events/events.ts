/** `GET …/MailFolders/{id}/events` and `GET …/MailAccounts/{id}/events`: what happens, as it happens. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeEvents } from '../../../application/following/change-events.ts';
import type { ChangeEvent } from '../../../application/following/change-reader.ts';
import type { Login } from '../../../domain/login.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import {
  EVENT_STREAM_TIMING,
  EVENT_STREAM_TYPE,
  type EventStreamTiming,
  type ServerSentEvent,
} from '../../answer/server-sent-event.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiOperation, ApiRoute } from '../../route/api-route.ts';
import { ACCOUNT_EVENTS_PATH, FOLDER_EVENTS_PATH } from '../identifiers/paths.ts';
import { badParameter } from '../query/query-values.ts';
import {
  accountEventsOperation,
  folderEventsOperation,
  headAccountEventsOperation,
  headFolderEventsOperation,
} from './events-operations.ts';
import { type EventScope, presentEvent } from './present-event.ts';
import { toEventStream } from './to-event-stream.ts';

interface Services {
  readonly changeEvents: ChangeEvents;
}

/** What the routes depend on apart from services. */
export interface EventOptions {
  /** Aborts when the server stops. */
  readonly stopping?: AbortSignal | undefined;
  readonly eventTiming?: EventStreamTiming | undefined;
}

interface EventRoute {
  readonly path: string;
  readonly operations: { readonly get: ApiOperation; readonly head: ApiOperation };
  readonly scopeOf: (request: FastifyRequest) => EventScope;
}

const ROUTES: readonly EventRoute[] = [
  {
    path: ACCOUNT_EVENTS_PATH,
    operations: { get: accountEventsOperation, head: headAccountEventsOperation },
    scopeOf: (request) => ({ account: accountOf(request), mailbox: null }),
  },
  {
    path: FOLDER_EVENTS_PATH,
    operations: { get: folderEventsOperation, head: headFolderEventsOperation },
    scopeOf: (request) => ({ account: accountOf(request), mailbox: mailboxOf(request) }),
  },
];

const NEVER = new AbortController().signal;
/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The routes; HEAD comes before GET, or Fastify would derive one that streams. */
export function streamEvents(services: Services, options: EventOptions): readonly ApiRoute[] {
  return ROUTES.flatMap(({ path, operations, scopeOf }): readonly ApiRoute[] => [
    {
      ...{ method: 'HEAD', path, operation: operations.head, login: 'account' },
      async handler(_request, reply) {
        return setHeaders(reply).send();
      },
    },
    {
      ...{ method: 'GET', path, operation: operations.get, login: 'account', isFile: true },
      judgeHead: refuseOtherTypes,
      handler: (request, reply) => stream(services, options, { request, reply, scope: scopeOf(request) }),
    },
  ]);
}

interface Streaming {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly scope: EventScope;
}

async function stream(
  { changeEvents }: Services,
  { stopping = NEVER, eventTiming = EVENT_STREAM_TIMING }: EventOptions,
  { request, reply, scope }: Streaming,
): Promise<Readable> {
  if (stopping.aborted) throw isStopping();
  const { since, name } = readSince(request);
  const signal = AbortSignal.any([signalOf(request), stopping, endOf(scope.account.login)]);
  const events = await changeEvents
    .open({ ...scope, since }, signal)
    .catch((error: unknown) => Promise.reject(aboutHeader(error, name)));
  liftDeadline(request);
  setHeaders(reply);
  return Readable.from(toEventStream(present(events, scope), eventTiming, stopping));
}

async function* present(
  events: AsyncIterable<ChangeEvent>,
  scope: EventScope,
): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield presentEvent(event, scope);
}

/** No cache and no proxy may keep the events back. */
function setHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
  });
}

/** The last state that the client has seen: `Last-Event-ID` when it reconnects, `since` when it begins. */
function readSince({ headers, query }: FastifyRequest): {
  readonly since: string | null;
  readonly name: 'Last-Event-ID' | 'since';
} {
  const parameters = query as Readonly<Record<string, string | string[] | undefined>>;
  for (const name of Object.keys(parameters)) {
    if (name !== 'since') throw badParameter(name, 'is not supported here');
  }
  const last = headers['last-event-id'];
  if (typeof last === 'string' && last !== '') return { since: last, name: 'Last-Event-ID' };
  const { since } = parameters;
  if (Array.isArray(since)) throw badParameter('since', 'must not be repeated');
  return { since: since ?? null, name: 'since' };
}

/** Attributes an error in a state to the header that carried it. */
function aboutHeader(error: unknown, name: 'Last-Event-ID' | 'since'): unknown {
  const isAboutState = error instanceof MailError && error.code === 'invalid-parameter';
  if (!isAboutState || name === 'since') return error;
  const { detail } = error.details;
  return new RequestProblems([problemOf('invalid-parameter', { detail, source: { header: name } })]);
}

function refuseOtherTypes({ headers }: FastifyRequest): void {
  const { accept } = headers;
  if (accept === undefined || /\*\/\*|text\/\*|text\/event-stream/i.test(accept)) return;
  const detail = `Events come as ${EVENT_STREAM_TYPE}.`;
  throw new RequestProblems([problemOf('not-acceptable', { detail, source: { header: 'Accept' } })]);
}

/** Aborts when the token of the login ends. */
function endOf(login: Login): AbortSignal {
  if (login.kind !== 'bearer' || login.endsAt === null) return NEVER;
  return AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, login.endsAt - Date.now())));
}

function isStopping(): MailError {
  return new MailError('server-unavailable', { detail: 'The service is stopping.', retryAfterSeconds: 5 });
}
