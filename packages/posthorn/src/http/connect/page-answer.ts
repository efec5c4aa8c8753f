import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageState, ReturnedPerson } from '../../application/connect-sessions/connect-page.ts';
import { addVary } from '../answer/response-headers.ts';
import { requestAddress } from '../request/url/public-address.ts';
import { type PageDocument, toDocument } from './document.ts';
import { NEW_FORM } from './form-fields.ts';
import { languageFor } from './language.ts';
import { serversView } from './servers-view.ts';
import { addressView, endedView, signInView, type View } from './views.ts';

/** The step to show, with its form. */
export interface ShownStep extends Partial<Pick<View, 'form' | 'failure'>> {
  /** Undefined: the next one. */
  readonly step?: string | undefined;
}

const OK = 200;
const SEE_OTHER = 303;
const GONE = 410;
const UNPROCESSABLE = 422;

/** Sends the session's page; 422 with form problems. */
export function sendState(
  { request, reply }: PageExchange,
  state: PageState,
  shown: ShownStep = {},
): FastifyReply {
  const isInvalid = Object.keys(shown.form?.errors ?? {}).length > 0;
  const status = state.kind === 'ended' ? GONE : isInvalid ? UNPROCESSABLE : OK;
  return sendPage({ reply }, pageOf(request, state, shown), status);
}

/** Sends the person back, or a page. */
export function sendOutcome(exchange: PageExchange, outcome: PageState | ReturnedPerson): FastifyReply {
  if (outcome.kind !== 'returned') return sendState(exchange, outcome);
  return exchange.reply.redirect(outcome.address, SEE_OTHER);
}

/** Redirects to the page itself: reloading repeats no form. */
export function sendToPage({ request, reply }: PageExchange): FastifyReply {
  return reply.redirect(requestAddress(request), SEE_OTHER);
}

/** Sends a page. */
export function sendPage(
  { reply }: Pick<PageExchange, 'reply'>,
  page: PageDocument,
  status: number = OK,
): FastifyReply {
  addVary(reply, 'Accept-Language');
  return reply.code(status).type('text/html; charset=utf-8').send(toDocument(page));
}

/** Request and response. */
export interface PageExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A state's page. */
export function pageOf(
  { headers }: FastifyRequest,
  state: PageState,
  { step, form = NEW_FORM, failure = null }: ShownStep,
): PageDocument {
  const language = languageFor(headers['accept-language']);
  if (state.kind === 'ended') return endedView(language, state);
  const view = { language, state, form, failure };
  const { servers, isAddressFixed } = state;
  if (!isAddressFixed && (servers === null || step === 'address')) return addressView(view);
  const isFound = servers?.incoming != null;
  return isAddressFixed || (isFound && step !== 'servers') ? signInView(view) : serversView(view);
}
