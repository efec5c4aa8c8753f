/** A MailAccount as v0 shows it. */
import type { MailAccount, OutboxServer } from '../../../domain/mail-account.ts';

/**
 * The members of v0's MailAccount. Passwords are never among them. The root folders appear under both names
 * that released clients know, `root` and `subscriptions`.
 */
export function presentMailAccount(account: MailAccount): object {
  const { id, name, from, replyTo, inbox, outbox, login, roots } = account;
  return {
    id,
    type: 'MailAccount',
    name,
    from: { name: from.name, address: from.address },
    replyTo: { name: replyTo.name, address: replyTo.address },
    inbox_type: inbox.type,
    inbox_address: inbox.host,
    inbox_port: inbox.port,
    inbox_user: login.user,
    inbox_ssl: inbox.isTls,
    ...(outbox !== undefined && presentOutbox(outbox)),
    root: roots,
    subscriptions: roots,
  };
}

function presentOutbox({ host, port, login, security }: OutboxServer): object {
  return {
    outbox_address: host,
    outbox_port: port,
    outbox_user: login.user,
    outbox_secure: security === 'none' ? '' : security,
  };
}
