import { STATUS_CODES } from 'node:http';
import {
  type ErrorDocument,
  type ErrorObject,
  JsonApiError,
  type Problem,
  toErrorDocument,
} from '../json-api-error.ts';
import { JSON_API_MEDIA_TYPE } from '../media-type.ts';

/** An error response. */
export interface ErrorReply {
  readonly status: number;
  readonly document: ErrorDocument;
}

const FASTIFY_PROBLEMS: ReadonlyMap<unknown, Problem> = new Map<unknown, Problem>([
  [
    'FST_ERR_CTP_BODY_TOO_LARGE',
    { code: 'body-too-large', detail: 'The body is larger than this service reads.' },
  ],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', invalidJson('The body is empty.')],
  ['FST_ERR_CTP_INVALID_JSON_BODY', invalidJson('The body is not JSON.')],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    {
      code: 'unsupported-media-type',
      detail: `The body must be sent as ${JSON_API_MEDIA_TYPE}.`,
      source: { header: 'Content-Type' },
    },
  ],
]);

/**
 * A JsonApiError keeps its document, an error with a 4xx `statusCode` its message; others become a 500
 * without details.
 */
export function toErrorReply(error: unknown): ErrorReply {
  if (error instanceof JsonApiError) return { status: error.status, document: error.toDocument() };
  const { code, statusCode, message } = readError(error);
  const problem = FASTIFY_PROBLEMS.get(code);
  if (problem) return { status: statusCode, document: toErrorDocument([problem]) };
  return httpErrorReply(statusCode, statusCode < 500 ? message : 'The server could not answer this request.');
}

/** Code and title follow the reason phrase: 429 is `too-many-requests`. */
export function httpErrorReply(status: number, detail: string): ErrorReply {
  const title = STATUS_CODES[status] ?? 'Error';
  const code = status === 500 ? 'internal-error' : title.toLowerCase().replaceAll(' ', '-');
  const error: ErrorObject = { status: String(status), code, title, detail };
  return { status, document: { errors: [error] } };
}

interface ThrownError {
  readonly code: unknown;
  readonly statusCode: number;
  readonly message: string;
}

function readError(error: unknown): ThrownError {
  const { code, statusCode, message } = new Object(error) as Record<string, unknown>;
  const isStatus = typeof statusCode === 'number' && statusCode >= 400 && statusCode <= 599;
  return { code, statusCode: isStatus ? statusCode : 500, message: String(message) };
}

function invalidJson(detail: string): Problem {
  // The whole document (RFC 6901 §5).
  return { code: 'invalid-json', detail, source: { pointer: '' } };
}
