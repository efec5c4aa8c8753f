/** The id by which a request is found in the log. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What proxies send (UUIDs, hexadecimal trace ids), and nothing that could disturb a log line or a header. */
const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of an incoming `X-Request-Id` header when it is a sane one, else a new UUID. */
export function requestIdOf(request: IncomingMessage): string {
  const incoming = request.headers['x-request-id'];
  return typeof incoming === 'string' && SANE_ID.test(incoming) ? incoming : randomUUID();
}
