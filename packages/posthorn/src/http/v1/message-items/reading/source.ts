import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MailFolders } from '../../../../application/folders/mail-folders.ts';
import type { MessageItems } from '../../../../application/messages/message-items.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { messageSegment } from '../../../../resources/identifiers/resource-ids.ts';
import { isTagListed, strongEntityTag } from '../../../answer/entity-tag.ts';
import { setSavedFileHeaders } from '../../../answer/file-answer.ts';
import { accountDigestOf } from '../../../request/idempotency/account-digest.ts';
import { liftDeadline, signalOf } from '../../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { identifyMessage } from '../../json-api/located-message.ts';
import { SOURCE_PATH } from '../../paths.ts';
import { sourceFileName } from './source-file-name.ts';
import { getMessageSourceOperation, headMessageSourceOperation } from './source-operation.ts';

interface SourceServices {
  readonly mailFolders: MailFolders;
  readonly messageItems: MessageItems;
}

/** `HEAD …/MessageItems/{id}/source`; does not read the octets. */
export function headMessageSource(services: SourceServices): ApiRoute {
  return {
    method: 'HEAD',
    path: SOURCE_PATH,
    operation: headMessageSourceOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request, reply) {
      await describeSource(services, { request, reply });
      return reply.send();
    },
  };
}

/** `GET …/MessageItems/{id}/source`: streams the stored octets in constant memory. */
export function getMessageSource(services: SourceServices): ApiRoute {
  return {
    method: 'GET',
    path: SOURCE_PATH,
    operation: getMessageSourceOperation,
    access: { login: 'account', scope: 'mail.read' },
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

async function describeSource(
  { mailFolders, messageItems }: SourceServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<ExactMessageRef> {
  const signal = signalOf(request);
  const message = await identifyMessage({ request, signal }, { mailFolders });
  const selection = { attributes: new Set(['subject'] as const) };
  const { subject = '' } = await messageItems.get({ ...message, selection }, signal);
  // Messages are immutable: the tag needs no content.
  const entityTag = strongEntityTag(accountDigestOf(request), messageSegment(message), 'source');
  reply.headers({ etag: entityTag, 'cache-control': 'private, no-cache' });
  if (isTagListed(request.headers['if-none-match'], entityTag)) reply.code(304);
  else setSavedFileHeaders(reply, { mediaType: 'message/rfc822', fileName: sourceFileName(subject) });
  return message;
}
