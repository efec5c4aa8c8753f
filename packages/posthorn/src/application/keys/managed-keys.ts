import { MailError } from '../../domain/errors/mail-error.ts';
import type { AgentSends, ApiKey, ApiKeyId } from '../../domain/rights/api-key.ts';
import { isExpected, listVisible, type ManagedRows, type NamedRow, removeExpected } from '../managed-rows.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';
import { areAccountsWithin, type Excess, findExcess, type KeyRights } from './key-rights.ts';
import { createKeySecret } from './key-secret.ts';

/** The requesting key; null: the operator. */
export type KeyMaker = ApiKeyId | null;

/** Key values that the maker chooses. */
export interface KeyValues extends KeyRights {
  readonly name: string;
  readonly agentSends: AgentSends | null;
}

/**
 * Keys visible to a key: those with accounts of its own. Throws `api-key-unknown`; `scope-missing` or
 * `access-denied` for a key above its maker's rights; `outdated-version`, `store-unavailable`.
 */
export type ManagedKeys = ManagedRows<ApiKey, KeyValues, KeyMaker>;

/** Dependencies. */
export interface ManagedKeysDependencies {
  readonly apiKeys: ApiKeys;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called after each change. */
  readonly forget?: (id: ApiKeyId) => void;
}

interface Maker extends KeyRights {
  readonly id: KeyMaker;
}

const MAX_ATTEMPTS = 5;
const OPERATOR: Maker = {
  id: null,
  scopes: ['mail.read', 'mail.write', 'mail.send', 'accounts', 'keys', 'webhooks', 'agent'],
  accounts: null,
  networks: [],
  expiresAt: null,
};

/** The service. */
export function createManagedKeys({
  apiKeys,
  now,
  forget = () => undefined,
}: ManagedKeysDependencies): ManagedKeys {
  const rightsOf = async (maker: KeyMaker): Promise<Maker> => {
    if (maker === null) return OPERATOR;
    const key = await apiKeys.find(maker);
    if (key === null) throw new MailError('authentication-failed', { detail: 'There is no such API key.' });
    return key;
  };

  const findVisible = async (maker: Maker, id: ApiKeyId): Promise<ApiKey> => {
    const key = await apiKeys.find(id);
    if (key !== null && isVisible(maker, key)) return key;
    throw new MailError('api-key-unknown', { detail: 'There is no API key with this id.' });
  };

  const findChangeable = async (maker: Maker, { id, expected }: NamedRow<ApiKey>): Promise<ApiKey> => {
    const key = await findVisible(maker, id);
    requireWithin(maker, key);
    if (isExpected(key, expected)) return key;
    throw new MailError('outdated-version', { detail: 'The API key has changed since it was read.' });
  };

  return {
    async list(maker, page) {
      const rights = await rightsOf(maker);
      return listVisible(page, {
        list: (request) => apiKeys.list(request),
        isVisible: (key) => isVisible(rights, key),
      });
    },

    get: async (maker, id) => findVisible(await rightsOf(maker), id),

    async create(maker, values) {
      requireWithin(await rightsOf(maker), values);
      const { id, secretHash, key: secret } = createKeySecret();
      const created: ApiKey = { ...values, id, secretHash, createdAt: now(), lastUsedAt: null, epoch: 0 };
      const epoch = await apiKeys.save(created);
      if (epoch === null) throw accountUnknown();
      return { row: { ...created, epoch }, secret };
    },

    async change(maker, change) {
      const rights = await rightsOf(maker);
      for (let attempt = 1; ; attempt += 1) {
        const key = await findChangeable(rights, change);
        const changed: ApiKey = { ...key, ...change.change(key) };
        requireWithin(rights, changed);
        const epoch = await apiKeys.save(changed);
        forget(key.id);
        if (epoch !== null) return { ...changed, epoch };
        if (attempt === MAX_ATTEMPTS) throw accountUnknown();
      }
    },

    async remove(maker, removal) {
      const rights = await rightsOf(maker);
      const find = (named: NamedRow<ApiKey>) => findChangeable(rights, named);
      await removeExpected(removal, find, (version) => apiKeys.remove(removal.id, version));
      forget(removal.id);
    },
  };
}

/** A key whose accounts are gone still belongs to them: no other bound key sees it. */
function isVisible(maker: Maker, key: ApiKey): boolean {
  if (maker.accounts === null || maker.id === key.id) return true;
  return key.accounts?.length !== 0 && areAccountsWithin(maker, key);
}

function requireWithin(maker: KeyRights, wanted: KeyRights): void {
  const excess = findExcess(maker, wanted);
  if (excess !== null) throw refusalOf(excess);
}

function refusalOf(excess: Excess): MailError {
  if ('scope' in excess) {
    const { scope } = excess;
    return new MailError('scope-missing', {
      detail: `A key gives no scope that it lacks: ${scope}.`,
      tokenProblem: { error: 'insufficient_scope', scope },
    });
  }
  return new MailError('access-denied', { detail: DETAILS[excess.right], member: MEMBERS[excess.right] });
}

const DETAILS = {
  accounts: 'A key opens no account that its maker does not open.',
  networks: 'A key is used in no network in which its maker is not.',
  expiresAt: 'A key ends no later than its maker.',
} as const;

const MEMBERS = {
  accounts: 'relationships.MailAccounts',
  networks: 'attributes.networks',
  expiresAt: 'attributes.expiresAt',
} as const;

function accountUnknown(): MailError {
  return new MailError('mail-account-unknown', {
    detail: 'The key names an account that does not exist.',
    member: MEMBERS.accounts,
  });
}
