import type { StoredEvents } from '../../../application/event-log/stored-events.ts';
import { eventsGone } from '../../../application/event-log/stored-events.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { EVENT_ID } from '../../../domain/events/event-id.ts';
import type { EventId } from '../../../domain/events/mail-event.ts';
import { presentEvent } from '../../../resources/present-event.ts';
import { boundFilterOf } from '../../request/login/accounts-of-key.ts';
import { provedPrincipalOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { EVENT_PATH, EVENTS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { eventListQuery } from './event-query.ts';
import { getEventOperation, listEventsOperation } from './list-operations.ts';
import { isVisibleTo } from './visible-events.ts';

const ACCESS = { login: 'key', scope: 'mail.read' } as const;
const TYPE = 'Event';

/** `GET /Events` and `GET /Events/{id}`. */
export function eventRoutes(events: StoredEvents): readonly ApiRoute[] {
  return [listEvents(events), getEvent(events)];
}

function listEvents(events: StoredEvents): ApiRoute {
  return readingRoute({
    path: EVENTS_PATH,
    operation: listEventsOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: eventListQuery,
    async handler(exchange, { filter, page }) {
      const found = await events
        .list({ filter: { ...filter, ...boundFilterOf(exchange.request) }, ...page })
        .catch((error: unknown) => Promise.reject(aboutParameter(error)));
      const last = found.events.at(-1);
      const linkAfter = (id: EventId | null) => exchange.link(new Map([['page[after]', id]]));
      const links = { first: linkAfter(null), next: found.hasMore && last ? linkAfter(last.id) : null };
      return {
        kind: 'document',
        document: { data: found.events.map((event) => presentEvent(event, exchange)), links },
      };
    },
  });
}

function getEvent(events: StoredEvents): ApiRoute {
  return readingRoute({
    path: EVENT_PATH,
    operation: getEventOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const event = await events.get(idIn(exchange));
      const principal = provedPrincipalOf(exchange.request);
      if (principal === undefined || !isVisibleTo(principal, event)) throw eventsGone();
      return { kind: 'document', document: { data: presentEvent(event, exchange) } };
    },
  });
}

function idIn({ request }: Exchange): EventId {
  const { id = '' } = request.params as { readonly id?: string };
  if (!EVENT_ID.test(id)) throw eventsGone();
  return id as EventId;
}

function aboutParameter(error: unknown): unknown {
  if (!(error instanceof MailError) || error.code !== 'events-gone') return error;
  return new MailError('events-gone', { ...error.details, parameter: 'page[after]' }, { cause: error });
}
