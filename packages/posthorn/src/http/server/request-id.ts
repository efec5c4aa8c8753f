import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Safe in logs and headers. */
const SANE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** A valid `X-Request-Id`, else a new UUID. */
export function requestIdOf(request: IncomingMessage): string {
  const incoming = request.headers['x-request-id'];
  return typeof incoming === 'string' && SANE_ID.test(incoming) ? incoming : randomUUID();
}
