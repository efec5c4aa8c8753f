import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attachments } from '../../../application/attachments/attachments.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { Attachment } from '../../../domain/messages/attachment.ts';
import { formatAttachmentId } from '../../../domain/messages/attachment-id.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageSegment } from '../../../resources/identifiers/resource-ids.ts';
import {
  type ByteRange,
  parseRange,
  type RequestedRange,
  resolveRange,
  sliceStream,
} from '../../answer/byte-range.ts';
import { isTagListed, strongEntityTag } from '../../answer/entity-tag.ts';
import { setFileHeaders } from '../../answer/file-answer.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { ATTACHMENT_CONTENT_PATH } from '../paths.ts';
import { downloadAttachmentContentOperation, headAttachmentContentOperation } from './content-operations.ts';
import { partOf } from './part-parameter.ts';

interface ContentServices {
  readonly mailFolders: MailFolders;
  readonly attachments: Attachments;
}

interface File {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
  readonly entityTag: string;
}

/** `HEAD …/Attachments/{part}/content` */
export function headAttachmentContent(services: ContentServices): ApiRoute {
  return {
    method: 'HEAD',
    path: ATTACHMENT_CONTENT_PATH,
    operation: headAttachmentContentOperation,
    access: { login: 'account-or-ticket', scope: 'mail.read' },
    async handler(request, reply) {
      await findFile(services, { request, reply });
      return reply.send();
    },
  };
}

/** `GET …/Attachments/{part}/content`: streams decoded content, or one range, in constant memory. */
export function downloadAttachmentContent(services: ContentServices): ApiRoute {
  return {
    method: 'GET',
    path: ATTACHMENT_CONTENT_PATH,
    operation: downloadAttachmentContentOperation,
    access: { login: 'account-or-ticket', scope: 'mail.read' },
    isStream: true,
    async handler(request, reply) {
      const file = await findFile(services, { request, reply });
      if (reply.statusCode === 304) return reply.send();
      const range = requestedRange(request, file.entityTag);
      return range === undefined
        ? sendWhole(services, { reply, file })
        : sendRange(services, { reply, file, range });
    },
  };
}

async function findFile(
  { mailFolders, attachments }: ContentServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<File> {
  const part = partOf(request);
  const signal = signalOf(request);
  const { message } = await locateMessage({ request, signal }, { mailFolders });
  const attachment = await attachments.getPart({ ...message, part }, signal);
  // Messages are immutable: the tag needs no content.
  const account = accountDigestOf(request);
  const entityTag = strongEntityTag(account, messageSegment(message), formatAttachmentId(attachment));
  reply.headers({ etag: entityTag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' });
  if (isTagListed(request.headers['if-none-match'], entityTag)) reply.code(304);
  else setFileHeaders(reply, attachment);
  const { countedOctets } = attachment;
  if (countedOctets !== undefined && reply.statusCode !== 304) reply.header('content-length', countedOctets);
  return { message, attachment, entityTag };
}

/** Undefined when If-Range names another file (RFC 9110 §13.1.5). */
function requestedRange({ headers }: FastifyRequest, entityTag: string): RequestedRange | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === entityTag ? parseRange(headers.range) : undefined;
}

async function sendWhole(
  { attachments }: ContentServices,
  { reply, file }: { readonly reply: FastifyReply; readonly file: File },
): Promise<Readable> {
  const { message, attachment } = file;
  const signal = signalOf(reply.request);
  const { stream } = await attachments.openPart({ ...message, part: attachment.part }, signal);
  liftDeadline(reply.request);
  return stream;
}

interface RangeSending {
  readonly reply: FastifyReply;
  readonly file: File;
  readonly range: RequestedRange;
}

/** The total size is known only at the end: the first range counts the whole file. */
async function sendRange(
  { attachments }: ContentServices,
  { reply, file, range }: RangeSending,
): Promise<Readable> {
  const { message, attachment } = file;
  const signal = signalOf(reply.request);
  liftDeadline(reply.request);
  const size = await attachments.measure({ ...message, attachment }, signal);
  const resolved = resolveRange(range, size);
  if (resolved === undefined) throw notSatisfiable(reply, size);
  const { stream } = await attachments.openPart({ ...message, part: attachment.part }, signal);
  setRangeHeaders(reply, resolved, size);
  return sliceStream(stream, resolved);
}

function setRangeHeaders(reply: FastifyReply, { first, last }: ByteRange, size: number): void {
  reply.code(206).headers({
    'content-range': `bytes ${first}-${last}/${size}`,
    'content-length': last - first + 1,
  });
}

function notSatisfiable(reply: FastifyReply, size: number): RequestProblems {
  reply.header('content-range', `bytes */${size}`);
  for (const name of ['etag', 'content-length', 'content-disposition', 'accept-ranges'])
    reply.removeHeader(name);
  const detail = `The file has ${size} octets.`;
  return new RequestProblems([problemOf('range-not-satisfiable', { detail, source: { header: 'Range' } })]);
}
