import type { FastifyRequest } from 'fastify';
import type { MailboxName } from '../../../../domain/mailbox-name.ts';
import { mailFolderResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { accountOf } from '../../../request/login/authentication.ts';

/** The member `incomplete` with the ids of folders that were not searched; empty without any. */
export function incompleteMeta(request: FastifyRequest, unsearched: readonly MailboxName[]): object {
  if (unsearched.length === 0) return {};
  const account = accountOf(request);
  return { incomplete: unsearched.map((mailbox) => mailFolderResourceId({ account, mailbox })) };
}
