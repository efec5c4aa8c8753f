/** Version 1: mail as JSON:API 1.1 with relfield. */
import type { ApiRoute } from '../route/api-route.ts';
import type { ApiVersion } from '../route/api-version.ts';
import type { HttpServices, RouteOptions } from '../route/http-services.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { downloadAttachmentContent, headAttachmentContent } from './attachments/content.ts';
import { createAttachments } from './attachments/create.ts';
import { deleteAttachment } from './attachments/delete.ts';
import { getAttachment } from './attachments/get.ts';
import { getAttachmentLink } from './attachments/link.ts';
import { listAttachments } from './attachments/list.ts';
import { getAccountChanges } from './changes/account-changes.ts';
import { getFolderChanges } from './changes/folder-changes.ts';
import { compareInventory, getInventory } from './changes/inventory.ts';
import { createConnectSession } from './connect-sessions/create.ts';
import { getConnectSession } from './connect-sessions/get.ts';
import { eventRoutes } from './event-log/list-events.ts';
import { eventStreamRoutes } from './event-log/stream-events.ts';
import { streamEvents } from './events/events.ts';
import { withFlatAddresses } from './flat-addresses.ts';
import { presentProblem } from './json-api/errors.ts';
import { storeRoutes } from './json-api/store-routes.ts';
import { connectedAccountRoutes } from './mail-accounts/connected-routes.ts';
import { getMailAccount } from './mail-accounts/get.ts';
import { listMailAccounts } from './mail-accounts/list.ts';
import { createMailFolder, createMailFolderAnywhere } from './mail-folders/create.ts';
import { deleteMailFolder } from './mail-folders/delete.ts';
import { getMailFolder } from './mail-folders/get.ts';
import { listMailFolders, listMailFoldersAnywhere } from './mail-folders/list.ts';
import { updateMailFolder } from './mail-folders/update.ts';
import { getMessageBody } from './message-bodies/get.ts';
import { changeMessageItems } from './message-items/changing/bulk.ts';
import { copyMessageItem } from './message-items/changing/copy.ts';
import { createMessageItem, createMessageItemAnywhere } from './message-items/changing/create.ts';
import { deleteMessageItem } from './message-items/changing/delete.ts';
import { fixedAttachmentsRelationship } from './message-items/changing/fixed-relationship.ts';
import {
  getFolderRelationship,
  updateFolderRelationship,
} from './message-items/changing/folder-relationship.ts';
import { importMessageItem } from './message-items/changing/import.ts';
import { updateMessageItem } from './message-items/changing/update.ts';
import { getMessageItem } from './message-items/reading/get.ts';
import { listMessageItems } from './message-items/reading/list.ts';
import { searchMessageItems, searchMessageItemsAnywhere } from './message-items/reading/search.ts';
import { getMessageSource, headMessageSource } from './message-items/reading/source.ts';
import { getThread } from './message-items/reading/thread.ts';
import { sendMessageItem } from './message-items/sending/send.ts';
import { sendNewMessageItem } from './message-items/sending/send-new.ts';
import { sendWithoutInbox } from './message-items/sending/send-without-inbox.ts';
import { getSignInOptions } from './sign-in-options/get.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import type { WebhookServices } from './webhooks/webhook-services.ts';

export const v1: ApiVersion = {
  tag: 'v1',
  createRoutes: (services, options) => withFlatAddresses(createNestedRoutes(services, options)),
  presentProblem,
};

function createNestedRoutes(services: HttpServices, options: RouteOptions): readonly ApiRoute[] {
  return [
    getSignInOptions(services),
    listMailAccounts(services),
    getMailAccount(services),
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
    getInventory(services),
    compareInventory(services),
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
    // Explicit: Fastify's HEAD, derived from GET, would fetch the whole message.
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
    // Explicit for the same reason.
    headAttachmentContent(services),
    downloadAttachmentContent(services),
    ...storeRoutes(services.connectedAccounts, connectedAccountRoutes),
    ...storeRoutes(services.directSubmissions, (submissions) => [sendWithoutInbox(services, submissions)]),
    ...storeRoutes(services.managedKeys, apiKeyRoutes),
    ...storeRoutes(services.storedEvents, eventRoutes),
    ...storeRoutes(webhookServices(services), webhookRoutes),
    ...storeRoutes(services.eventStreams, (streams) => eventStreamRoutes(streams, options)),
    ...storeRoutes(services.connectLinks, (links) => [
      createConnectSession(links, options),
      getConnectSession(links),
    ]),
  ];
}

function webhookServices({ managedWebhooks, webhookTests }: HttpServices): WebhookServices | null {
  return managedWebhooks && webhookTests && { managed: managedWebhooks, tests: webhookTests };
}
