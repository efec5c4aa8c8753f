/** `GET …/MessageItems/{id}/Attachments`: the files of a message, with their contents. */
import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../../../application/attachments.ts';
import { downloadLinksOf } from '../../request/download-links.ts';
import { pathParameter } from '../../request/path-parameters.ts';
import { requestAddress } from '../../request/public-address.ts';
import { signalOf } from '../../request/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../keys.ts';
import { messageRefOf } from '../path-refs.ts';
import { ATTACHMENTS_PATH } from '../paths.ts';
import { listAttachmentsOperation } from './list-operation.ts';
import { presentAttachment } from './present.ts';

export function listAttachments({ attachments }: { readonly attachments: Attachments }): ApiRoute {
  return {
    method: 'GET',
    path: ATTACHMENTS_PATH,
    operation: listAttachmentsOperation,
    login: 'account',
    async handler(request) {
      const message = messageRefOf(request);
      const listed = await attachments.listWithContent(message, signalOf(request));
      const keys = { ...folderKeysOf(request), parentMessageItemId: String(message.uid) };
      return {
        success: true,
        data: listed.map((one) => presentAttachment(one, { keys, addressOf: addressesOf(request) })),
      };
    },
  };
}

/** Addresses that a browser can go to: clients make links of them, and a link has no login. */
function addressesOf(request: FastifyRequest): (attachmentId: string) => string {
  const message = { ...folderKeysOf(request), messageItemId: pathParameter(request, 'messageItemId') };
  return (attachmentId) => {
    const { query } = downloadLinksOf(request).issue(request, { ...message, attachmentId });
    return `${requestAddress(request)}/${attachmentId}${query}`;
  };
}
