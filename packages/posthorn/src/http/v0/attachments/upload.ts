import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../../../application/attachments/attachments.ts';
import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { DraftEditing } from '../../../application/drafts/draft-editing.ts';
import type { TakenFile } from '../../../application/drafts/forwarded-files.ts';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import type { Attachment } from '../../../domain/messages/attachment.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../../request/files/multipart-files.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { ownerKeyOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { ATTACHMENTS_PATH } from '../request/paths.ts';
import { type AddedFile, presentUploads } from './present-uploads.ts';
import { uploadAttachmentsOperation } from './upload-operation.ts';
import { readUploads } from './upload-request.ts';

interface Services {
  readonly attachments: Attachments;
  readonly contentSpool: ContentSpool;
  readonly draftEditing: DraftEditing;
  readonly messageChanges: MessageChanges;
}

const NOTHING_NEW = { newRef: null };

/** `POST …/MessageItems/{id}/Attachments`: adds files to a draft. */
export function uploadAttachments(services: Services): ApiRoute {
  const { contentSpool, draftEditing } = services;
  return {
    method: 'POST',
    path: ATTACHMENTS_PATH,
    operation: uploadAttachmentsOperation,
    access: { login: 'account', scope: 'mail.write' },
    body: 'form',
    async handler(request) {
      const options = { contentSpool, limits: UPLOAD_LIMITS, owner: ownerKeyOf(request) };
      const signal = signalOf(request);
      const form = await readMultipartFiles(request, options, signal);
      try {
        const taking = { draft: messageRefOf(request), files: readUploads(form) };
        const { files, release } = await draftEditing.takeFiles(taking, signal);
        try {
          return await attach(services, request, files);
        } finally {
          await release();
        }
      } finally {
        await form.release();
      }
    },
  };
}

async function attach(
  { attachments, messageChanges }: Services,
  request: FastifyRequest,
  files: readonly TakenFile[],
): Promise<object> {
  const message = messageRefOf(request);
  const signal = signalOf(request);
  const addedAttachments = files.flatMap(({ attachment, shownAs }) => (shownAs === null ? [attachment] : []));
  const update = { message, draft: { addedAttachments } };
  const { newRef } = addedAttachments.length > 0 ? await messageChanges.update(update, signal) : NOTHING_NEW;
  const version = newRef ?? message;
  const all = await attachments.list(version, signal);
  const keys = { ...folderKeysOf(request), parentMessageItemId: String(version.uid) };
  return { success: true, data: await presentUploads(pairUp(files, all), keys) };
}

/** Inline files match by Content-ID; others are last. */
function pairUp(files: readonly TakenFile[], all: readonly Attachment[]): readonly AddedFile[] {
  const added = files.filter(({ shownAs }) => shownAs === null);
  const last = all.slice(all.length - added.length);
  return files.flatMap((file) => {
    const {
      shownAs,
      attachment: { content },
    } = file;
    const attachment =
      shownAs === null ? last[added.indexOf(file)] : all.find(({ contentId }) => contentId === shownAs);
    return attachment === undefined ? [] : [{ attachment, content }];
  });
}
