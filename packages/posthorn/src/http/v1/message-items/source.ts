/** `GET` and `HEAD …/MessageItems/{id}/source`: the octets of a message as they are stored. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { MessageItems } from '../../../application/messages/message-items.ts';
import { DEFAULT_PREVIEW } from '../../../domain/message-query.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { isTagListed, strongEntityTag } from '../../answer/entity-tag.ts';
import { setSavedFileHeaders } from '../../answer/file-answer.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { SOURCE_PATH } from '../identifiers/paths.ts';
import { messageSegment } from '../identifiers/resource-ids.ts';
import { identifyMessage } from '../resources/located-message.ts';
import { sourceFileName } from './source-file-name.ts';
import { getMessageSourceOperation, headMessageSourceOperation } from './source-operation.ts';

interface SourceServices {
  readonly mailFolders: MailFolders;
  readonly messageItems: MessageItems;
}

/** The headers of the download without reading the message. */
export function headMessageSource(services: SourceServices): ApiRoute {
  return {
    method: 'HEAD',
    path: SOURCE_PATH,
    operation: headMessageSourceOperation,
    login: 'account',
    async handler(request, reply) {
      await describeSource(services, { request, reply });
      return reply.send();
    },
  };
}

/** The message, streamed in constant memory and never decoded. */
export function getMessageSource(services: SourceServices): ApiRoute {
  return {
    method: 'GET',
    path: SOURCE_PATH,
    operation: getMessageSourceOperation,
    login: 'account',
    isStream: true,
    async handler(request, reply) {
      const message = await describeSource(services, { request, reply });
      if (reply.statusCode === 304) return reply.send();
      const { octets, stream } = await services.messageItems.openSource(message, signalOf(request));
      liftDeadline(request);
      reply.header('content-length', octets);
      return stream;
    },
  };
}

/** Finds the message and sets the headers that describe its source; 304 when the client has it. */
async function describeSource(
  { mailFolders, messageItems }: SourceServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<ExactMessageRef> {
  const signal = signalOf(request);
  const message = await identifyMessage({ request, signal }, { mailFolders });
  const selection = { attributes: new Set(['subject'] as const), preview: DEFAULT_PREVIEW };
  const { subject = '' } = await messageItems.get({ ...message, selection }, signal);
  // Messages never change, so the tag needs no content.
  const entityTag = strongEntityTag(accountDigestOf(request), messageSegment(message), 'source');
  reply.headers({ etag: entityTag, 'cache-control': 'private, no-cache' });
  if (isTagListed(request.headers['if-none-match'], entityTag)) reply.code(304);
  else setSavedFileHeaders(reply, { mediaType: 'message/rfc822', fileName: sourceFileName(subject) });
  return message;
}
