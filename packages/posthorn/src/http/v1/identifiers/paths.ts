/** The paths of v1's resources below the version's prefix. */

export const MAIL_ACCOUNTS_PATH = '/MailAccounts';
export const MAIL_ACCOUNT_PATH = `${MAIL_ACCOUNTS_PATH}/:mailAccountId`;
export const ACCOUNT_MESSAGE_ITEMS_PATH = `${MAIL_ACCOUNT_PATH}/MessageItems`;
export const MAIL_FOLDERS_PATH = `${MAIL_ACCOUNT_PATH}/MailFolders`;
export const MAIL_FOLDER_PATH = `${MAIL_FOLDERS_PATH}/:mailFolderId`;
export const MESSAGE_ITEMS_PATH = `${MAIL_FOLDER_PATH}/MessageItems`;
export const MESSAGE_ITEM_PATH = `${MESSAGE_ITEMS_PATH}/:messageItemId`;
export const MESSAGE_BODY_PATH = `${MESSAGE_ITEM_PATH}/MessageBody`;
export const SOURCE_PATH = `${MESSAGE_ITEM_PATH}/source`;
export const THREAD_PATH = `${MESSAGE_ITEM_PATH}/thread`;
export const ATTACHMENTS_PATH = `${MESSAGE_ITEM_PATH}/Attachments`;
export const ATTACHMENT_PATH = `${ATTACHMENTS_PATH}/:attachmentId`;
export const ATTACHMENT_CONTENT_PATH = `${ATTACHMENT_PATH}/content`;
export const ATTACHMENT_LINK_PATH = `${ATTACHMENT_PATH}/link`;
export const SEND_PATH = `${MESSAGE_ITEM_PATH}/send`;
export const COPY_PATH = `${MESSAGE_ITEM_PATH}/copy`;
export const ACCOUNT_CHANGES_PATH = `${MAIL_ACCOUNT_PATH}/changes`;
export const ACCOUNT_EVENTS_PATH = `${MAIL_ACCOUNT_PATH}/events`;
export const FOLDER_EVENTS_PATH = `${MAIL_FOLDER_PATH}/events`;
export const FOLDER_CHANGES_PATH = `${MAIL_FOLDER_PATH}/changes`;
export const BULK_PATH = `${MESSAGE_ITEMS_PATH}/bulk`;
export const SEND_NEW_PATH = `${MESSAGE_ITEMS_PATH}/send`;
export const IMPORT_PATH = `${MESSAGE_ITEMS_PATH}/import`;
/** The paths at which the document names the account or folder of a new resource. */
export const ALL_MAIL_FOLDERS_PATH = '/MailFolders';
export const ALL_MESSAGE_ITEMS_PATH = '/MessageItems';
/** The relationships of a message themselves (JSON:API 1.1 §fetching-relationships). */
export const FOLDER_RELATIONSHIP_PATH = `${MESSAGE_ITEM_PATH}/relationships/MailFolder`;
export const ATTACHMENTS_RELATIONSHIP_PATH = `${MESSAGE_ITEM_PATH}/relationships/Attachments`;
