import { randomBytes } from 'node:crypto';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import { isAllowedReturnUrl, namesResult } from '../../domain/network/return-url.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import { type ConnectSession, ENDED_SESSION_MS } from '../ports/state/connect-sessions.ts';
import type { Store } from '../ports/state/store.ts';
import { createPageSecret, hashPageSecret } from './page-secret.ts';
import { type SessionStatus, sessionUnknown, statusOf } from './stored-sessions.ts';

export const MAX_SESSION_SECONDS = 86_400;
export const DEFAULT_SESSION_SECONDS = 900;

/** A session to create. */
export interface NewConnectLink {
  readonly returnUrl: string;
  /** Prefilled. */
  readonly address: string | null;
  readonly name: string | null;
  /** Null: the address's. */
  readonly providers: readonly string[] | null;
  /** 1 to 86,400. */
  readonly expiresInSeconds: number;
  /** To reconnect; null: a new account. */
  readonly account: MailAccountId | null;
}

/** A session's creator. */
export interface LinkOwner {
  /** Null unless an API key. */
  readonly key: ApiKeyId | null;
  readonly accounts: 'all' | ReadonlySet<MailAccountId>;
}

/** A session and its present status. */
export interface ShownConnectSession {
  readonly session: ConnectSession;
  readonly status: SessionStatus;
}

/** Rules of `app/config/oauth.js`. */
export interface ConnectRules {
  readonly returnUrls: readonly string[];
  readonly providers: readonly string[];
}

/** Creates links to the connect page. */
export interface ConnectLinks {
  /**
   * The session and, once, its page's secret. Throws `access-denied` for a new account of a bound key,
   * `mail-account-unknown`, and `invalid-document` with the refused member.
   */
  create(link: NewConnectLink, owner: LinkOwner): Promise<ShownConnectSession & { readonly secret: Secret }>;

  /** Throws `connect-session-unknown`, also to bound keys for other accounts' sessions. */
  find(id: string, owner: LinkOwner): Promise<ShownConnectSession>;
}

/** Dependencies. */
export interface ConnectLinksDependencies {
  readonly store: Pick<Store, 'accounts' | 'apiKeys' | 'connectSessions'>;
  readonly connectRules: () => ConnectRules;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const ID_OCTETS = 16;

/** The service. */
export function createConnectLinks({
  store,
  connectRules,
  clock: now,
}: ConnectLinksDependencies): ConnectLinks {
  const { accounts, connectSessions } = store;

  const judge = async (link: NewConnectLink, owner: LinkOwner): Promise<void> => {
    const { account, returnUrl, providers } = link;
    if (account === null && owner.accounts !== 'all') {
      throw new MailError('access-denied', {
        detail: 'An API key that is bound to accounts reconnects those, and connects no other.',
      });
    }
    if (account !== null && (!mayReconnect(account, owner) || (await accounts.find(account)) === null)) {
      throw new MailError('mail-account-unknown', { detail: 'There is no such account.' });
    }
    const { returnUrls, providers: known } = connectRules();
    if (namesResult(returnUrl)) throw refused('returnUrl', 'Its query must not have "account" or "status".');
    if (!isAllowedReturnUrl(returnUrl, returnUrls)) {
      throw refused('returnUrl', 'Must be an address that returnUrls in app/config/oauth.js allows.');
    }
    if (providers?.some((id) => !known.includes(id))) {
      throw refused('providers', 'Must have ids of providers in app/config/oauth.js.');
    }
  };

  return {
    async create(link, owner) {
      await judge(link, owner);
      const { returnUrl, address, name, providers, account } = link;
      const secret = createPageSecret();
      const session: ConnectSession = {
        // It becomes an account's id, and commands take a leading `-` for a flag.
        id: randomBytes(ID_OCTETS).toString('hex'),
        tokenHash: hashPageSecret(secret),
        ...{ returnUrl, address, name, providers, account, key: owner.key },
        ...{ status: 'open', problem: null, pending: null },
        createdAt: now(),
        expiresAt: now() + link.expiresInSeconds * 1000,
        epoch: 0,
      };
      const epoch = await connectSessions.save(session);
      if (epoch === null) throw new MailError('mail-account-unknown', { detail: 'The account was removed.' });
      return { session: { ...session, epoch }, status: 'open', secret };
    },

    async find(id, owner) {
      const session = await connectSessions.find(id);
      const isGone = session === null || session.expiresAt < now() - ENDED_SESSION_MS;
      if (isGone || !mayRead(session, owner)) throw sessionUnknown();
      return { session, status: await statusOf(session, { apiKeys: store.apiKeys, now }) };
    },
  };
}

function mayReconnect(account: MailAccountId, { accounts }: LinkOwner): boolean {
  return accounts === 'all' || accounts.has(account);
}

function mayRead({ account }: ConnectSession, owner: LinkOwner): boolean {
  return owner.accounts === 'all' || (account !== null && owner.accounts.has(account));
}

function refused(attribute: string, detail: string): MailError {
  return new MailError('invalid-document', { detail, member: `attributes.${attribute}` });
}
