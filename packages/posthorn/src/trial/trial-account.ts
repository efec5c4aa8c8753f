import type { MailAccount, MailAccountId } from '../domain/accounts/mail-account.ts';
import { bearerLogin, type Login, passwordLogin } from '../domain/logins/login.ts';
import type { TrialSecret } from './choose-login.ts';
import type { TrialInbox, TrialOutbox, TrialServers } from './mailbox-servers.ts';

/** An account's parts. */
export interface TrialAccountParts {
  readonly address: string;
  readonly servers: TrialServers;
  readonly inbox: TrialInbox;
  readonly outbox: TrialOutbox | null;
  readonly secret: TrialSecret;
}

const ACCOUNT_ID = 'mail' as MailAccountId;

/** An account with its login at both servers. */
export function toTrialAccount({ address, servers, inbox, outbox, secret }: TrialAccountParts): MailAccount {
  const owner = { address, name: address };
  return {
    ...{ id: ACCOUNT_ID, name: address, from: owner, replyTo: owner },
    login: toLogin(inbox.user, secret),
    inbox: inbox.server,
    ...(outbox && { outbox: { ...outbox.server, login: toLogin(outbox.user, secret) } }),
    roots: servers.roots,
    origin: servers.origin,
  };
}

function toLogin(user: string, { kind, secret }: TrialSecret): Login {
  return kind === 'bearer' ? bearerLogin(user, secret.reveal()) : passwordLogin(user, secret.reveal());
}
