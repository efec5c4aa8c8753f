/** An authorization server on 127.0.0.1 that answers what a test wants. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';

/** One answer; a text is sent as it is, and an object as JSON. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly body: object | string;
}

/** What it answers. The last answer of a list is repeated. */
export interface AuthorizationScript {
  /** Members of its description besides the usual ones; null: it has none at that place. */
  readonly openid?: object | null;
  readonly oauth?: object | null;
  readonly token?: readonly ScriptedAnswer[];
  readonly device?: readonly ScriptedAnswer[];
}

/** A request that it got. */
export interface SeenRequest {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

export interface ScriptedAuthorizationServer {
  readonly issuer: string;
  readonly requests: SeenRequest[];
}

/** Starts it; it ends with the test. */
export async function startAuthorizationServer(
  t: TestContext,
  script: AuthorizationScript = {},
): Promise<ScriptedAuthorizationServer> {
  const requests: SeenRequest[] = [];
  const { openid = {}, oauth = null, token = [], device = [] } = script;
  const counts = new Map<string, number>();
  const next = (path: string, answers: readonly ScriptedAnswer[]): ScriptedAnswer => {
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    return answers[Math.min(count, answers.length - 1)] ?? { status: 404, body: '' };
  };
  const describe = (members: object | null): ScriptedAnswer =>
    members === null ? { status: 404, body: '' } : { body: { ...usual(issuer), ...members } };
  const answer = (path: string): ScriptedAnswer => {
    if (path === '/.well-known/openid-configuration') return describe(openid);
    if (path === '/.well-known/oauth-authorization-server') return describe(oauth);
    return next(path, path === '/device' ? device : token);
  };
  const server = createServer(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', issuer);
    const form = await formOf(request);
    requests.push({ path, form, authorization: request.headers.authorization });
    const { status = 200, body } = answer(path);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { issuer, requests };
}

function usual(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device`,
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return new URLSearchParams(text);
}
