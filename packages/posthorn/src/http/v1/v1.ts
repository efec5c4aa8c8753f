/** Version 1 of the API: mail as JSON:API 1.1 with relfield. */
import type { ApiVersion } from '../api-version.ts';
import { downloadAttachmentContent, headAttachmentContent } from './attachments/content.ts';
import { getAttachment } from './attachments/get.ts';
import { listAttachments } from './attachments/list.ts';
import { presentProblem } from './errors.ts';
import { getMailAccount } from './mail-accounts/get.ts';
import { listMailAccounts } from './mail-accounts/list.ts';
import { getMailFolder } from './mail-folders/get.ts';
import { listMailFolders } from './mail-folders/list.ts';
import { getMessageBody } from './message-bodies/get.ts';
import { getMessageItem } from './message-items/get.ts';
import { listMessageItems } from './message-items/list.ts';
import { searchMessageItems } from './message-items/search.ts';
import { getThread } from './message-items/thread.ts';

export const v1: ApiVersion = {
  tag: 'v1',
  createRoutes: (services, options) => [
    listMailAccounts(),
    getMailAccount(),
    searchMessageItems(services, options),
    listMailFolders(services),
    getMailFolder(services),
    listMessageItems(services, options),
    getMessageItem(services),
    getThread(services),
    getMessageBody(services),
    listAttachments(services),
    getAttachment(services),
    // The HEAD route stands first: else Fastify derives one from the download, which would fetch the whole file.
    headAttachmentContent(services),
    downloadAttachmentContent(services),
  ],
  presentProblem,
};
