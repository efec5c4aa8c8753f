import type { FastifyRequest } from 'fastify';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf, uidOf } from '../../request/url/path-parameters.ts';

/** The folder. Throws `mailbox-unknown`. */
export function mailboxRefOf(request: FastifyRequest): MailboxRef {
  return { account: accountOf(request), mailbox: mailboxOf(request) };
}

/** The message. Throws `mailbox-unknown` and `message-unknown`. */
export function messageRefOf(request: FastifyRequest): MessageRef {
  return { ...mailboxRefOf(request), uid: uidOf(request) };
}
