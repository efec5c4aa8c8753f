import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import { DocumentPosition } from '../../request-document/document-position.ts';
import { readIdentifier, readLinkage, requireFolderOf } from '../../request-document/related-identifier.ts';
import { refuseUnknownMeta } from '../../request-document/resource-document.ts';

/**
 * A folder identifier's mailbox. Throws RequestProblems: 422 for another document, 404 for a folder outside
 * the account.
 */
export function readFolderLinkage(body: unknown, account: MailAccount): MailboxName {
  refuseUnknownMeta(body);
  const position = new DocumentPosition('');
  const id = readLinkage(readIdentifier('MailFolder'))(body, position);
  position.finish();
  return requireFolderOf(account, { id: id ?? '', pointer: '/data' });
}
