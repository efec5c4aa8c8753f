/** Version 1 of the API: mail as JSON:API 1.1 with relfield. */
import type { ApiRoute } from '../route/api-route.ts';
import type { ApiVersion } from '../route/api-version.ts';
import type { HttpServices, RouteOptions } from '../route/http-services.ts';
import { downloadAttachmentContent, headAttachmentContent } from './attachments/content.ts';
import { createAttachments } from './attachments/create.ts';
import { deleteAttachment } from './attachments/delete.ts';
import { getAttachment } from './attachments/get.ts';
import { getAttachmentLink } from './attachments/link.ts';
import { listAttachments } from './attachments/list.ts';
import { getAccountChanges } from './changes/account-changes.ts';
import { getFolderChanges } from './changes/folder-changes.ts';
import { streamEvents } from './events/events.ts';
import { withFlatAddresses } from './flat-addresses.ts';
import { presentProblem } from './json-api/errors.ts';
import { getMailAccount } from './mail-accounts/get.ts';
import { listMailAccounts } from './mail-accounts/list.ts';
import { createMailFolder, createMailFolderAnywhere } from './mail-folders/create.ts';
import { deleteMailFolder } from './mail-folders/delete.ts';
import { getMailFolder } from './mail-folders/get.ts';
import { listMailFolders, listMailFoldersAnywhere } from './mail-folders/list.ts';
import { updateMailFolder } from './mail-folders/update.ts';
import { getMessageBody } from './message-bodies/get.ts';
import { changeMessageItems } from './message-items/bulk.ts';
import { copyMessageItem } from './message-items/copy.ts';
import { createMessageItem, createMessageItemAnywhere } from './message-items/create.ts';
import { deleteMessageItem } from './message-items/delete.ts';
import { fixedAttachmentsRelationship } from './message-items/fixed-relationship.ts';
import { getFolderRelationship, updateFolderRelationship } from './message-items/folder-relationship.ts';
import { getMessageItem } from './message-items/get.ts';
import { importMessageItem } from './message-items/import.ts';
import { listMessageItems } from './message-items/list.ts';
import { searchMessageItems, searchMessageItemsAnywhere } from './message-items/search.ts';
import { sendMessageItem } from './message-items/send.ts';
import { sendNewMessageItem } from './message-items/send-new.ts';
import { getMessageSource, headMessageSource } from './message-items/source.ts';
import { getThread } from './message-items/thread.ts';
import { updateMessageItem } from './message-items/update.ts';
import { getSignInOptions } from './sign-in-options/get.ts';

export const v1: ApiVersion = {
  tag: 'v1',
  createRoutes: (services, options) => withFlatAddresses(createNestedRoutes(services, options)),
  presentProblem,
};

function createNestedRoutes(services: HttpServices, options: RouteOptions): readonly ApiRoute[] {
  return [
    getSignInOptions(services),
    listMailAccounts(),
    getMailAccount(),
    searchMessageItems(services, options),
    searchMessageItemsAnywhere(services, options),
    listMailFolders(services),
    listMailFoldersAnywhere(services),
    createMailFolder(services),
    createMailFolderAnywhere(services),
    getMailFolder(services),
    updateMailFolder(services),
    deleteMailFolder(services),
    getAccountChanges(services),
    getFolderChanges(services),
    ...streamEvents(services, options),
    listMessageItems(services, options),
    createMessageItem(services),
    createMessageItemAnywhere(services),
    changeMessageItems(services, options),
    importMessageItem(services),
    sendNewMessageItem(services),
    getMessageItem(services),
    updateMessageItem(services),
    deleteMessageItem(services),
    copyMessageItem(services),
    sendMessageItem(services),
    getFolderRelationship(services),
    updateFolderRelationship(services),
    // The HEAD route comes first: else Fastify derives one from the download, which would fetch the whole message.
    headMessageSource(services),
    getMessageSource(services),
    getThread(services),
    getMessageBody(services),
    listAttachments(services),
    createAttachments(services),
    getAttachment(services),
    deleteAttachment(services),
    getAttachmentLink(services),
    ...fixedAttachmentsRelationship(),
    // The HEAD route comes first: else Fastify derives one from the download, which would fetch the whole file.
    headAttachmentContent(services),
    downloadAttachmentContent(services),
  ];
}
