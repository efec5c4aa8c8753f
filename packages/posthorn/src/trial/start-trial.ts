import { randomBytes } from 'node:crypto';
import type { MailAccounts } from '../application/accounts/mail-accounts.ts';
import { createLoginSource, createPrincipals, createRunSource } from '../application/accounts/principals.ts';
import type { ImmediateAuthProvider, RequestCredentials } from '../application/ports/auth-provider.ts';
import { createPosthorn, type PosthornOptions } from '../composition/create-posthorn.ts';
import type { Configuration, Overrides } from '../composition/services.ts';
import { readSettings } from '../config/load-settings.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import type { Login } from '../domain/logins/login.ts';
import { Secret } from '../domain/logins/secret.ts';
import type { OpenedMailbox } from './open-mailbox.ts';

/** Mailbox and port. */
export interface TrialOptions extends OpenedMailbox {
  /** As in PORT; `0`: any free port; undefined: 8025. */
  readonly port: string | undefined;
  readonly extraRoots: Configuration['extraRoots'];
}

/** A running server. */
export interface Trial {
  /** Such as `http://127.0.0.1:8025`. */
  readonly address: string;
  /** Such as `http://127.0.0.1:8025/rest-api-email/v1`. */
  readonly apiUrl: string;
  readonly accountId: string;
  /** `try_…`, valid until the server ends. */
  readonly token: Secret;
  /** Signed in; works once. */
  readonly pageUrl: Secret;
  close(): Promise<void>;
}

type OpenLogin = NonNullable<NonNullable<PosthornOptions['inbox']>['openLogin']>;
type InboxLogin = ReturnType<OpenLogin>;

const SECRET_OCTETS = 24;
const SETTINGS = { AUTH_PROVIDER: 'single-imap-user', APP_ENV: 'try', HOST: '127.0.0.1', LOG_LEVEL: 'warn' };

/**
 * Starts a loopback server without storage. Rejects with ConfigurationError for an invalid port, CannotListenError
 * for a used one.
 */
export async function startTrial({ account, hostPolicy, port, extraRoots }: TrialOptions): Promise<Trial> {
  const settings = readSettings({ ...SETTINGS, PORT: port });
  const token = new Secret(`try_${newSecret()}`);
  const code = newSecret();
  const overrides: Overrides = {
    hostPolicy: () => hostPolicy,
    authProvider: () => onlyAccount(account),
    principals: ({ mailAccounts }) =>
      createPrincipals(sourcesOf(mailAccounts, { token, login: account.login })),
  };
  const inbox = {
    openLogin: openOnce(code, { user: account.name, authorization: `Bearer ${token.reveal()}` }),
  };
  const posthorn = createPosthorn({ settings, mailServers: [], extraRoots }, overrides, { inbox });
  try {
    const address = await posthorn.listen();
    return {
      ...{ address, apiUrl: `${address}/${settings.emailPath}/v1`, accountId: account.id, token },
      pageUrl: new Secret(`${address}/#code=${code}`),
      close: posthorn.close,
    };
  } catch (error) {
    await posthorn.close();
    throw error;
  }
}

function newSecret(): string {
  return randomBytes(SECRET_OCTETS).toString('base64url');
}

/** Accepts the token and the account's login, which the mail server proves. */
function onlyAccount(account: MailAccount): ImmediateAuthProvider {
  const accountOf = ({ login }: RequestCredentials): MailAccount => {
    if (login.user !== account.login.user) {
      throw new MailError('authentication-failed', { detail: 'This server is for one mailbox.' });
    }
    const { outbox } = account;
    return {
      ...account,
      login,
      ...(outbox && { outbox: { ...outbox, login: { ...login, user: outbox.login.user } } }),
    };
  };
  return {
    hasSignIn: false,
    listAccounts: (credentials) => [accountOf(credentials)],
    getAccount({ credentials, id }) {
      const found = accountOf(credentials);
      if (found.id === id) return found;
      throw new MailError('mail-account-unknown', { detail: 'The user has no mail account with this id.' });
    },
  };
}

function sourcesOf(
  mailAccounts: MailAccounts,
  { token, login }: { readonly token: Secret; readonly login: Login },
) {
  const logins = createLoginSource(mailAccounts);
  return { login: logins, run: createRunSource({ token, login, logins }) };
}

/** After another's visit the page fails for the user, who notices. */
function openOnce(code: string, login: InboxLogin): OpenLogin {
  let isOpen = true;
  return (given) => {
    if (!isOpen || given !== code) return undefined;
    isOpen = false;
    return login;
  };
}
