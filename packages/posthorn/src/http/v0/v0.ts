/** Version 0, for released conjoon clients. */
import type { ApiVersion } from '../route/api-version.ts';
import { presentProblem } from './answer/errors.ts';
import { deleteAttachment } from './attachments/delete.ts';
import { downloadAttachment, headAttachment } from './attachments/download.ts';
import { listAttachments } from './attachments/list.ts';
import { uploadAttachments } from './attachments/upload.ts';
import { listMailAccounts } from './mail-accounts/list.ts';
import { listMailFolders } from './mail-folders/list.ts';
import { createMessageBody } from './message-bodies/create.ts';
import { getMessageBody } from './message-bodies/get.ts';
import { updateMessageBody } from './message-bodies/update.ts';
import { updateMessageDraft } from './message-drafts/update.ts';
import { deleteMessageItem } from './message-items/delete.ts';
import { getMessageItem } from './message-items/get.ts';
import { listMessageItems } from './message-items/list.ts';
import { sendMessage } from './message-items/send.ts';
import { updateMessageItem } from './message-items/update.ts';

export const v0: ApiVersion = {
  tag: 'v0',
  createRoutes: (services, options) => [
    listMailAccounts(services),
    listMailFolders(services),
    listMessageItems(services, options),
    createMessageBody(services),
    getMessageItem(services),
    sendMessage(services),
    updateMessageItem(services),
    updateMessageDraft(services),
    deleteMessageItem(services),
    getMessageBody(services),
    updateMessageBody(services),
    listAttachments(services),
    uploadAttachments(services),
    deleteAttachment(services),
    // Explicit: Fastify's derived HEAD would fetch the whole file.
    headAttachment(services),
    downloadAttachment(services),
  ],
  presentProblem,
};
