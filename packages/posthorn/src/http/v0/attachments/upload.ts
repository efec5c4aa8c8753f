/** `POST …/MessageItems/{id}/Attachments`: adds files to a draft. */
import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../../../application/attachments.ts';
import type { MessageChanges } from '../../../application/message-changes.ts';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import type { Attachment } from '../../../domain/attachment.ts';
import type { DraftAttachment } from '../../../domain/message-draft.ts';
import type { Uid } from '../../../domain/uid.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../../request/multipart-files.ts';
import { requestAddress } from '../../request/public-address.ts';
import { signalOf } from '../../request/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../keys.ts';
import { messageRefOf } from '../path-refs.ts';
import { ATTACHMENTS_PATH } from '../paths.ts';
import { type AddedFile, presentUploads } from './present-uploads.ts';
import { uploadAttachmentsOperation } from './upload-operation.ts';
import { readUploads } from './upload-request.ts';

interface Services {
  readonly attachments: Attachments;
  readonly contentSpool: ContentSpool;
  readonly messageChanges: MessageChanges;
}

export function uploadAttachments(services: Services): ApiRoute {
  const { contentSpool } = services;
  return {
    method: 'POST',
    path: ATTACHMENTS_PATH,
    operation: uploadAttachmentsOperation,
    login: 'account',
    body: 'form',
    async handler(request) {
      const options = { contentSpool, limits: UPLOAD_LIMITS };
      const form = await readMultipartFiles(request, options, signalOf(request));
      try {
        return await attach(services, request, readUploads(form));
      } finally {
        await form.release();
      }
    },
  };
}

async function attach(
  { attachments, messageChanges }: Services,
  request: FastifyRequest,
  uploads: readonly DraftAttachment[],
): Promise<object> {
  const message = messageRefOf(request);
  const signal = signalOf(request);
  const draft = { addedAttachments: uploads };
  const { newRef } = await messageChanges.update({ message, draft }, signal);
  const version = newRef ?? message;
  const all = await attachments.list(version, signal);
  const files = pairUp(uploads, all);
  const keys = { ...folderKeysOf(request), parentMessageItemId: String(version.uid) };
  return {
    success: true,
    data: await presentUploads(files, { keys, listUrl: listUrlOf(request, version.uid) }),
  };
}

/** The address of the list of the message as it is now. */
function listUrlOf(request: FastifyRequest, uid: Uid): string {
  const segments = requestAddress(request).split('/');
  return [...segments.slice(0, -2), uid, ...segments.slice(-1)].join('/');
}

/** New files are the last parts of a message. */
function pairUp(uploads: readonly DraftAttachment[], all: readonly Attachment[]): readonly AddedFile[] {
  return all.slice(-uploads.length).flatMap((attachment, index) => {
    const content = uploads[index]?.content;
    return content === undefined ? [] : [{ attachment, content }];
  });
}
