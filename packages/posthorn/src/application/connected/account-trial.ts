import type { AccountOrigin, MailAccount, OutboxServer } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isInsideAddress } from '../../domain/errors/server-unreachable.ts';
import { bearerLogin, type Login, passwordLogin } from '../../domain/logins/login.ts';
import type { HostPolicy } from '../ports/host-policy.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { GivenLogin } from './account-values.ts';

/** An account and the logins to try; absent ones are known. */
export interface TriedAccount {
  readonly account: StoredAccount;
  readonly login?: GivenLogin | undefined;
  readonly outboxLogin?: GivenLogin | undefined;
}

/** Tries an account's logins before storage. */
export interface AccountTrial {
  /**
   * Throws `host-not-allowed`, `authentication-failed` and `tls-required` with `details.member`; else `server-*`, as
   * mail routes do.
   */
  run(tried: TriedAccount, signal: AbortSignal): Promise<void>;
}

/** Proves a sending server's login without sending. Throws like `MailTransport.submit`. */
export type ProveSubmission = (
  server: { readonly outbox: OutboxServer; readonly origin: AccountOrigin },
  signal: AbortSignal,
) => Promise<unknown>;

/** Dependencies. */
export interface AccountTrialDependencies {
  readonly hostPolicy: HostPolicy;
  readonly mailStore: Pick<MailStore, 'verifyLogin'>;
  readonly proveSubmission: ProveSubmission;
  readonly loginOf: (login: GivenLogin, signal: AbortSignal) => Promise<Login>;
  readonly originOf: (account: Pick<StoredAccount, 'inbox' | 'outbox'>) => AccountOrigin;
}

/** The service. */
export function createAccountTrial(dependencies: AccountTrialDependencies): AccountTrial {
  const { hostPolicy, mailStore, proveSubmission, loginOf, originOf } = dependencies;
  return {
    async run(tried, signal) {
      const { account, login, outboxLogin } = tried;
      const origin = originOf(account);
      await vetServers(account, { originOf, vet: (server) => hostPolicy.vet({ ...server, origin }, signal) });
      const reading = login && (await loginOf(login, signal));
      const inbox = reading && inboxOf(account, { login: reading, origin });
      if (inbox) await naming('attributes.login', () => mailStore.verifyLogin(inbox, signal));
      const sending = outboxLogin ? await loginOf(outboxLogin, signal) : reading;
      const outbox = sending && outboxOf(tried, sending);
      if (!outbox) return;
      const member = outboxLogin === undefined ? 'attributes.login' : 'attributes.outboxLogin';
      await naming(member, () => proveSubmission({ outbox, origin }, signal));
    },
  };
}

interface Vetting extends Pick<AccountTrialDependencies, 'originOf'> {
  readonly vet: (server: { readonly host: string; readonly port: number }) => Promise<unknown>;
}

/** The client's servers first: refusals name them. */
async function vetServers({ inbox, outbox }: StoredAccount, { originOf, vet }: Vetting): Promise<void> {
  const vetInbox = () => inbox && naming('attributes.inbox_address', () => vet(inbox));
  const vetOutbox = () => outbox && naming('attributes.outbox_address', () => vet(outbox));
  const isInboxOfOperator = originOf({ inbox, outbox: null }) === 'operator';
  for (const vetServer of isInboxOfOperator ? [vetOutbox, vetInbox] : [vetInbox, vetOutbox])
    await vetServer();
}

function inboxOf(
  { inbox, id, name, from, replyTo, roots }: StoredAccount,
  { login, origin }: Pick<MailAccount, 'login' | 'origin'>,
): MailAccount | null {
  return inbox && { id, name, from, replyTo, roots, inbox, login, origin };
}

/** Null: not for sending. */
function outboxOf({ account, outboxLogin }: TriedAccount, login: Login): OutboxServer | null {
  const isForSending = outboxLogin !== undefined || account.outboxLogin === null;
  return isForSending ? account.outbox && { ...account.outbox, login } : null;
}

/** The login to try. OAuth logins must have access. */
export async function loginToTry(login: GivenLogin): Promise<Login> {
  if (login.mechanism === 'password') return passwordLogin(login.user, login.password.reveal());
  const { user, access } = login;
  if (access === undefined) throw new Error('There is no access token to try.');
  return bearerLogin(user, access.token.reveal(), { endsAt: access.endsAt });
}

async function naming<Result>(member: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { code, details } = error;
    const isForbidden = code === 'invalid-parameter' || isInsideAddress(error);
    if (!isForbidden) throw new MailError(code, { ...details, member }, { cause: error });
    const detail = isInsideAddress(error) ? 'The mail server has no public address.' : details.detail;
    throw new MailError('host-not-allowed', { detail, member }, { cause: error });
  }
}
