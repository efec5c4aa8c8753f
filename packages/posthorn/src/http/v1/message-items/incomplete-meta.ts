/** What a list says of folders that were not searched. */
import type { FastifyRequest } from 'fastify';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailFolderResourceId } from '../identifiers/resource-ids.ts';

/** The member `incomplete` with the ids of the folders; nothing where there are none. */
export function incompleteMeta(request: FastifyRequest, unsearched: readonly MailboxName[]): object {
  if (unsearched.length === 0) return {};
  const account = accountOf(request);
  return { incomplete: unsearched.map((mailbox) => mailFolderResourceId({ account, mailbox })) };
}
