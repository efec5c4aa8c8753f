import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectPage, PageVisit } from '../../application/connect-sessions/connect-page.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { Secret } from '../../domain/logins/secret.ts';
import { signalOf } from '../request/lifetime/request-signal.ts';
import {
  callbackAddress,
  callbackPath,
  connectPageAddress,
  connectPagePattern,
} from '../request/url/connect-page-path.ts';
import { queryParametersOf } from '../request/url/query-parameters.ts';
import { servicePrefix } from '../request/url/service-path.ts';
import { pagePolicy } from './document.ts';
import { keepErrorPage } from './error-page.ts';
import { failureOf } from './failures.ts';
import { languageFor } from './language.ts';
import { type PageExchange, pageOf, sendOutcome, sendPage, sendState, sendToPage } from './page-answer.ts';
import { hasPageCookie, keepPageCookie, readPageCookie } from './page-cookie.ts';
import { readServers } from './servers-view.ts';
import type { FieldError } from './texts.ts';
import { continueView, messageView } from './views.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: takes forms, and checks their origin itself. */
    isForm?: boolean;
  }
}

/** The page and its auth path. */
export interface ConnectPageOptions {
  readonly authPath: string;
  readonly connectPage: ConnectPage;
}

type Fields = Readonly<Record<string, string>>;

interface Submission extends PageExchange {
  readonly visit: PageVisit;
  readonly fields: Fields;
}

const BODY_LIMIT_OCTETS = 16_384;
const FORM = 'application/x-www-form-urlencoded';
const STATE = /^([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{1,256}$/;
/** W3C Fetch Metadata; absent over plain HTTP. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin']);

/** Adds the connect page and providers' redirect address, `{auth path}/oauth/callback`. */
export function addConnectPage(app: FastifyInstance, options: ConnectPageOptions): void {
  const prefix = servicePrefix(options.authPath);
  const { connectPage: page, authPath } = options;
  const path = connectPagePattern(authPath);
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy(page.returnUrls()));
    });
    const route = {
      config: { prefix, isForm: true },
      compress: false,
      bodyLimit: BODY_LIMIT_OCTETS,
      // HEAD would consume the provider's answer.
      exposeHeadRoute: false,
    } as const;
    scope.get(path, route, (request, reply) => show(page, { request, reply }));
    scope.post(path, route, (request, reply) => submit(options, { request, reply }));
    scope.get(callbackPath(authPath), route, (request, reply) => callBack(options, { request, reply }));
    done();
  });
}

async function show(page: ConnectPage, { request, reply }: PageExchange): Promise<FastifyReply> {
  const visit = visitOf(request);
  const state = await page.open(visit);
  if (state.kind === 'open') keepPageCookie(request, reply, visit);
  const [step] = queryParametersOf(request).get('step') ?? [];
  return sendState({ request, reply }, state, { step });
}

async function submit(options: ConnectPageOptions, exchange: PageExchange): Promise<FastifyReply> {
  const { request } = exchange;
  const submission = { ...exchange, visit: visitOf(request), fields: fieldsOf(request) };
  try {
    requireOwnForm(submission);
    return await takeStep(options, submission);
  } catch (error) {
    if (error instanceof MailError && error.code !== 'connect-session-unknown') {
      await keepForm(options.connectPage, submission, error);
    }
    throw error;
  }
}

async function takeStep(options: ConnectPageOptions, submission: Submission): Promise<FastifyReply> {
  const { connectPage: page } = options;
  const { request, visit, fields } = submission;
  const [step = '', provider = ''] = (fields.step ?? '').split(':', 2);
  if (step === 'cancel') return sendOutcome(submission, await page.cancel(visit));
  if (step === 'address') {
    const state = await page.findServers(visit, fields.address ?? '', signalOf(request));
    return state.kind === 'ended' ? sendState(submission, state) : sendToPage(submission);
  }
  if (step === 'provider') return beginSignIn(options, submission, provider);
  if (step === 'password' || step === 'servers') return connect(page, submission, step);
  return sendToPage(submission);
}

async function connect(
  page: ConnectPage,
  submission: Submission,
  step: 'password' | 'servers',
): Promise<FastifyReply> {
  const { request, visit, fields } = submission;
  const { address = '', password = '' } = fields;
  const entered = step === 'servers' ? readServers(fields) : { servers: null, errors: {} };
  const errors: Record<string, FieldError> = { ...entered.errors };
  if (password === '') errors.password = 'password';
  if (entered.servers === undefined || password === '') {
    const state = await page.open(visit);
    return sendState(submission, state, { step, form: { values: shownFields(fields), errors } });
  }
  const login = { address, password: new Secret(password), servers: entered.servers };
  return sendOutcome(submission, await page.connect(visit, login, signalOf(request)));
}

async function beginSignIn(
  { connectPage: page, authPath }: ConnectPageOptions,
  submission: Submission,
  provider: string,
): Promise<FastifyReply> {
  const { request, reply, visit, fields } = submission;
  const { browser } = keepPageCookie(request, reply, visit);
  const redirectUri = callbackAddress(request, authPath);
  const step = { address: fields.address ?? '', provider, redirectUri, browser };
  const outcome = await page.beginSignIn(visit, step, signalOf(request));
  if (outcome.kind === 'ended') return sendState(submission, outcome);
  return sendPage(submission, continueView(languageOf(request), outcome));
}

async function callBack(
  { connectPage: page, authPath }: ConnectPageOptions,
  { request, reply }: PageExchange,
): Promise<FastifyReply> {
  const parameters = parametersOf(request);
  const [, session = ''] = STATE.exec(parameters.get('state') ?? '') ?? [];
  const cookie = readPageCookie(request, session);
  try {
    const answer = { session, parameters, browser: cookie?.browser ?? null, client: request.ip };
    return sendOutcome({ request, reply }, await page.completeSignIn(answer, signalOf(request)));
  } catch (error) {
    const language = languageOf(request);
    const text = language.texts.failures[failureOf(error, { isPassword: false })];
    const href = cookie && connectPageAddress(request, authPath, { session, secret: cookie.page });
    const link = href === null ? null : { href, label: language.texts.tryAgain };
    keepErrorPage(request, messageView(language, text, link));
    throw error;
  }
}

async function keepForm(
  page: ConnectPage,
  { request, visit, fields }: Submission,
  error: MailError,
): Promise<void> {
  const [step = ''] = (fields.step ?? '').split(':', 1);
  const isAddress = error.details.parameter === 'address';
  const errors: Record<string, FieldError> = isAddress ? { address: 'address' } : {};
  const failure = failureOf(error, { isPassword: step !== 'provider' });
  const state = await page.open(visit);
  keepErrorPage(
    request,
    pageOf(request, state, {
      step: isAddress ? 'address' : step,
      form: { values: shownFields(fields), errors },
      failure: isAddress ? null : failure,
    }),
  );
}

/** Refuses other sites' forms, which lack the page's cookie and origin. */
function requireOwnForm({ request, visit }: Submission): void {
  if (OWN_SITES.has(request.headers['sec-fetch-site']) && hasPageCookie(request, visit)) return;
  throw new MailError('access-denied', {
    detail: 'The form was not sent from the page, or without its cookie.',
    member: 'form',
  });
}

function visitOf({ params, ip }: FastifyRequest): PageVisit {
  const { connectSessionId = '', pageSecret = '' } = params as Fields;
  return { session: connectSessionId, secret: new Secret(pageSecret), client: ip };
}

function fieldsOf({ body }: FastifyRequest): Fields {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : {};
}

/** Never shows passwords again. */
function shownFields({ password: _password, ...fields }: Fields): Fields {
  return fields;
}

function parametersOf({ originalUrl }: FastifyRequest): URLSearchParams {
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : originalUrl.slice(start + 1));
}

function languageOf({ headers }: FastifyRequest) {
  return languageFor(headers['accept-language']);
}
