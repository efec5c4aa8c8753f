import { toErrorDocument } from '../json-api-error.ts';
import { JSON_API_MEDIA_TYPE } from '../media-type.ts';
import { type ErrorReply, httpErrorReply } from './error-reply.ts';

/** A complete HTTP response to a parser error. */
export function clientErrorResponse(code: string | undefined): string {
  const { status, document } = toReply(code);
  const body = JSON.stringify(document);
  return [
    `HTTP/1.1 ${status} ${document.errors[0]?.title}`,
    `Content-Type: ${JSON_API_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Vary: Accept',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function toReply(code: string | undefined): ErrorReply {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The request line and headers are longer than this server reads.';
    return { status: 431, document: toErrorDocument([{ code: 'headers-too-large', detail }]) };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpErrorReply(408, 'The request did not arrive in time.');
  return httpErrorReply(400, 'The request is not well-formed HTTP.');
}
