import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../../../application/attachments/attachments.ts';
import { HeldAnswer } from '../../answer/held-answer.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { downloadLinksOf } from '../../request/login/download-links.ts';
import { pathParameter } from '../../request/url/path-parameters.ts';
import { requestAddress } from '../../request/url/public-address.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { ATTACHMENTS_PATH } from '../request/paths.ts';
import { listAttachmentsOperation } from './list-operation.ts';
import { listPieces } from './list-pieces.ts';
import { presentAttachment } from './present.ts';

/** Larger contents are sent in pieces: one text would block the event loop. */
const MAX_OCTETS_AT_ONCE = 256 * 1024;

/** `GET …/MessageItems/{id}/Attachments`: the files with contents. */
export function listAttachments({ attachments }: { readonly attachments: Attachments }): ApiRoute {
  return {
    method: 'GET',
    path: ATTACHMENTS_PATH,
    operation: listAttachmentsOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request, reply) {
      const message = messageRefOf(request);
      const listed = await attachments.listWithContent(message, signalOf(request));
      const keys = { ...folderKeysOf(request), parentMessageItemId: String(message.uid) };
      const context = { keys, addressOf: addressesOf(request) };
      const heldOctets = listed.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
      if (heldOctets <= MAX_OCTETS_AT_ONCE) {
        return { success: true, data: listed.map((one) => presentAttachment(one, context)) };
      }
      reply.type('application/json; charset=utf-8');
      return new HeldAnswer({ pieces: listPieces(listed, context), heldOctets });
    },
  };
}

/** With tickets: browser links have no login. */
function addressesOf(request: FastifyRequest): (attachmentId: string) => string {
  const message = { ...folderKeysOf(request), messageItemId: pathParameter(request, 'messageItemId') };
  return (attachmentId) => {
    const { query } = downloadLinksOf(request).issue(request, { ...message, attachmentId });
    return `${requestAddress(request)}/${attachmentId}${query}`;
  };
}
