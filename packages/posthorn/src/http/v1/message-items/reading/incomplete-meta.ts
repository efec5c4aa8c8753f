import type { FastifyRequest } from 'fastify';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import { mailFolderResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { accountOf } from '../../../request/login/authentication.ts';

/** `incomplete`: ids of unsearched folders; absent for none. */
export function incompleteMeta(request: FastifyRequest, unsearched: readonly MailboxName[]): object {
  if (unsearched.length === 0) return {};
  const account = accountOf(request);
  return { incomplete: unsearched.map((mailbox) => mailFolderResourceId({ account, mailbox })) };
}
