import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { SignInFailure } from '../adapters/oauth/sign-in-failure.ts';

/** Receives one answer (RFC 8252 §7.3). Call `close` after use. */
export interface AnswerListener {
  readonly redirectUri: string;
  /** The first answer's parameters; rejects on abort. */
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Fits a head with code and state; no body. */
const LIMITS = { maxHeaderSize: 32 * 1024, headersTimeout: 10_000, requestTimeout: 10_000 };
const MAX_CONNECTIONS = 20;

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Posthorn</title>
<p>The answer has arrived. Go back to the terminal; this page can be closed.</p></html>
`;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
};

/** Listens on 127.0.0.1, at the redirect's port or a free one. Throws SignInFailure for a port in use. */
export async function listenForAnswer(redirect: URL, signal: AbortSignal): Promise<AnswerListener> {
  const server = createServer(LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  const redirectUri = await listen(server, redirect);
  const answers = new EventEmitter();
  server.on('request', (request, response) => {
    const parameters = answerIn(request, new URL(redirectUri));
    if (parameters === null) response.writeHead(404, { connection: 'close' }).end();
    else response.writeHead(200, PAGE_HEADERS).end(PAGE, () => answers.emit('answer', parameters));
  });
  const answer = once(answers, 'answer', { signal }).then(([parameters]) => parameters as URLSearchParams);
  // May reject before it is awaited.
  answer.catch(() => undefined);
  return {
    redirectUri,
    answer,
    async close() {
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
    },
  };
}

async function listen(server: Server, redirect: URL): Promise<string> {
  // URLs omit port 80.
  const wanted = redirect.port === '' ? 0 : Number(redirect.port);
  server.listen(wanted, HOST);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new SignInFailure(`Nothing can listen at ${HOST}, port ${wanted} (${error.code}).`);
  });
  const address = server.address();
  const place = new URL(redirect);
  place.port = String(typeof address === 'object' && address !== null ? address.port : wanted);
  return place.href;
}

/** Null for the browser's other requests, and other host names. */
function answerIn({ method, headers, url = '' }: IncomingMessage, place: URL): URLSearchParams | null {
  if (method !== 'GET' || headers.host !== place.host || !URL.canParse(url, place.href)) return null;
  const { pathname, searchParams } = new URL(url, place);
  const isAnswer = searchParams.has('code') || searchParams.has('error');
  return pathname === place.pathname && isAnswer ? searchParams : null;
}
