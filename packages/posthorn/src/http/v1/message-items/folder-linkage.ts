/** A document whose data is the identifier of a folder. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import { readIdentifier, readLinkage, requireFolderOf } from '../request-document/related-identifier.ts';
import { refuseUnknownMeta } from '../request-document/resource-document.ts';

/** The mailbox of the folder. Throws RequestProblems: 422 for another document, 404 when the account has no such folder. */
export function readFolderLinkage(body: unknown, account: MailAccount): MailboxName {
  refuseUnknownMeta(body);
  const place = new DocumentPlace('');
  const id = readLinkage(readIdentifier('MailFolder'))(body, place);
  place.finish();
  return requireFolderOf(account, { id: id ?? '', pointer: '/data' });
}
