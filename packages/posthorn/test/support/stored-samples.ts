/** Rows of the store with defaults for everything that a test does not care about. */
import type { ConnectSession } from '../../src/application/ports/state/connect-sessions.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../src/domain/accounts/stored-account.ts';
import type { SealedSecret } from '../../src/domain/logins/sealed-secret.ts';
import type { ApiKey, ApiKeyId } from '../../src/domain/rights/api-key.ts';

/** An account with a password, not stored yet. */
export function buildAccount(changes: Partial<StoredAccount> = {}): StoredAccount {
  const from = { address: 'jane@example.org', name: 'Jane' };
  return {
    id: 'jane' as MailAccountId,
    name: 'Jane',
    ...{ from, replyTo: from },
    inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
    outbox: { host: 'smtp.example.org', port: 465, security: 'ssl' },
    roots: [],
    login: { mechanism: 'password', user: 'jane@example.org', password: 'v1.k.n.c' as SealedSecret },
    outboxLogin: null,
    provider: null,
    ...{ state: 'ok', stateSince: 1_764_000_000_000, problem: null },
    watch: { mode: 'none', lastProofAt: null },
    createdAt: 1_764_000_000_000,
    epoch: 0,
    ...changes,
  };
}

/** A key for all accounts, not stored yet. */
export function buildApiKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 'key1' as ApiKeyId,
    name: 'CRM',
    secretHash: 'hash',
    scopes: ['mail.read'],
    accounts: null,
    networks: [],
    agentSends: null,
    createdAt: 1_764_000_000_000,
    ...{ expiresAt: null, lastUsedAt: null },
    epoch: 0,
    ...changes,
  };
}

/** An open session of nobody, not stored yet. */
export function buildConnectSession(id: string, expiresAt: number): ConnectSession {
  return {
    ...{ id, tokenHash: 'h', returnUrl: 'https://a.example/', address: null, name: null, providers: null },
    ...{ account: null, key: null, status: 'open', problem: null, pending: null },
    ...{ createdAt: expiresAt - 900_000, expiresAt, epoch: 0 },
  };
}
