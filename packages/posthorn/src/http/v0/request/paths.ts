export const MAIL_ACCOUNTS_PATH = '/MailAccounts';
export const MAIL_FOLDERS_PATH = `${MAIL_ACCOUNTS_PATH}/:mailAccountId/MailFolders`;
export const MESSAGE_ITEMS_PATH = `${MAIL_FOLDERS_PATH}/:mailFolderId/MessageItems`;
export const MESSAGE_ITEM_PATH = `${MESSAGE_ITEMS_PATH}/:messageItemId`;
export const ATTACHMENTS_PATH = `${MESSAGE_ITEM_PATH}/Attachments`;
export const ATTACHMENT_PATH = `${ATTACHMENTS_PATH}/:attachmentId`;
