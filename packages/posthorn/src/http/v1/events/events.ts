import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeEvents } from '../../../application/following/change-events.ts';
import type { ChangeEvent } from '../../../application/following/change-reader.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { Login } from '../../../domain/logins/login.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import {
  EVENT_STREAM_TIMING,
  type EventStreamTiming,
  type ServerSentEvent,
} from '../../answer/server-sent-event.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { endOfAccess } from '../../request/login/lasting-access.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiOperation, ApiRoute } from '../../route/api-route.ts';
import { sinceParameter } from '../changes/since-parameter.ts';
import { ACCOUNT_EVENTS_PATH, FOLDER_EVENTS_PATH } from '../paths.ts';
import { refuseUnknown, repeatedParameter } from '../query/query-values.ts';
import {
  accountEventsOperation,
  folderEventsOperation,
  headAccountEventsOperation,
  headFolderEventsOperation,
} from './events-operations.ts';
import { type EventScope, presentEvent } from './present-event.ts';
import { NEVER, refuseOtherTypes, requireRunning, setStreamHeaders } from './stream-head.ts';
import { toEventStream } from './to-event-stream.ts';

interface Services {
  readonly changeEvents: ChangeEvents;
}

/** Event stream settings. */
export interface EventOptions {
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

const ACCESS = { login: 'account', scope: 'mail.read' } as const;
/** The limit of Node's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * `GET …/MailFolders/{id}/events` and `GET …/MailAccounts/{id}/events`. HEAD is explicit: Fastify's would
 * stream.
 */
export function streamEvents(services: Services, options: EventOptions): readonly ApiRoute[] {
  return ROUTES.flatMap(({ path, operations, scopeOf }): readonly ApiRoute[] => [
    {
      ...{ method: 'HEAD', path, operation: operations.head, access: ACCESS },
      async handler(_request, reply) {
        return setStreamHeaders(reply).send();
      },
    },
    {
      ...{ method: 'GET', path, operation: operations.get, access: ACCESS, isStream: true },
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
  requireRunning(stopping);
  const { since, name } = readSince(request);
  const signal = AbortSignal.any([
    ...[signalOf(request), stopping, endOf(scope.account.login)],
    endOfAccess(request, reply),
  ]);
  const events = await changeEvents
    .open({ ...scope, since }, signal)
    .catch((error: unknown) => Promise.reject(aboutHeader(error, name)));
  liftDeadline(request);
  setStreamHeaders(reply);
  return Readable.from(toEventStream(present(events, scope), eventTiming, stopping));
}

async function* present(
  events: AsyncIterable<ChangeEvent>,
  scope: EventScope,
): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield presentEvent(event, scope);
}

/** The last known state: `Last-Event-ID`, else `since`. */
function readSince({ headers, query }: FastifyRequest): {
  readonly since: string | null;
  readonly name: 'Last-Event-ID' | 'since';
} {
  const parameters = query as Readonly<Record<string, string | string[] | undefined>>;
  refuseUnknown(Object.keys(parameters), sinceParameter.schemas);
  const last = headers['last-event-id'];
  if (typeof last === 'string' && last !== '') return { since: last, name: 'Last-Event-ID' };
  const { since } = parameters;
  if (Array.isArray(since)) throw repeatedParameter('since');
  return { since: since ?? null, name: 'since' };
}

function aboutHeader(error: unknown, name: 'Last-Event-ID' | 'since'): unknown {
  const isAboutState = error instanceof MailError && error.code === 'state-invalid';
  if (!isAboutState || name === 'since') return error;
  const { detail } = error.details;
  return new RequestProblems([problemOf('state-invalid', { detail, source: { header: name } })]);
}

function endOf(login: Login): AbortSignal {
  if (login.kind !== 'bearer' || login.endsAt === null) return NEVER;
  return AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, login.endsAt - Date.now())));
}
