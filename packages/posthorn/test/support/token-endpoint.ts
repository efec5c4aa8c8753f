/** A token endpoint on 127.0.0.1 that answers, breaks off or is silent as a test wants. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type TokenEndpointAnswer =
  | 'reset'
  | 'half'
  | 'silence'
  | {
      readonly status?: number;
      readonly body: object | string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface TokenEndpoint {
  readonly origin: string;
  /** Refresh tokens of the requests, in order. */
  readonly tokens: string[];
  /** True: no request is answered, of whatever kind. */
  isSilent: boolean;
  /** Leaves out the next answer. */
  skip(): void;
  close(): Promise<void>;
}

/** Starts it; it ends with the test. The last answer is repeated. */
export async function startTokenEndpoint(
  t: Pick<TestContext, 'after'>,
  answers: readonly TokenEndpointAnswer[],
): Promise<TokenEndpoint> {
  let next = 0;
  const server = createServer(async (request, response) => {
    if (endpoint.isSilent) return;
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    endpoint.tokens.push(new URLSearchParams(await readText(request)).get('refresh_token') ?? '');
    const answer = answers[Math.min(next, answers.length - 1)] ?? 'silence';
    next += 1;
    send(answer, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const endpoint: TokenEndpoint = {
    ...{ origin: `http://127.0.0.1:${port}`, tokens: [], isSilent: false, close },
    skip() {
      next += 1;
    },
  };
  t.after(close);
  return endpoint;
}

function send(answer: TokenEndpointAnswer, response: ServerResponse): void {
  if (answer === 'silence') return;
  if (answer === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (answer === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"access_token":"new', () => response.socket?.destroy());
    return;
  }
  const { status = 200, body, headers = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
