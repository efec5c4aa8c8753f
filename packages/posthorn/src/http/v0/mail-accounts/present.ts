import type { MailAccount, OutboxServer } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../../domain/accounts/stored-account.ts';

/** Omits accounts that only send: version 0 reads all. */
export function presentConnectedAccount(account: StoredAccount): readonly object[] {
  const { inbox, outbox, login, outboxLogin } = account;
  if (inbox === null) return [];
  const { user } = outboxLogin ?? login;
  const shown = { ...account, inbox, outbox: outbox === null ? undefined : { ...outbox, login: { user } } };
  return [presentMailAccount(shown)];
}

interface Outbox extends Omit<OutboxServer, 'login'> {
  readonly login: { readonly user: string };
}

interface PresentedAccount extends Pick<MailAccount, 'id' | 'name' | 'from' | 'replyTo' | 'inbox' | 'roots'> {
  readonly login: { readonly user: string };
  readonly outbox?: Outbox | undefined;
}

/** v0's MailAccount, without passwords. Released clients read `root` or `subscriptions`. */
export function presentMailAccount(account: PresentedAccount): object {
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

function presentOutbox({ host, port, login, security }: Outbox): object {
  return {
    outbox_address: host,
    outbox_port: port,
    outbox_user: login.user,
    outbox_secure: security === 'none' ? '' : security,
  };
}
