import type { AgentSends, ApiKey, ApiKeyId } from '../../domain/api-key.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { Secret } from '../../domain/secret.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';
import { areAccountsWithin, type Excess, findExcess, type KeyRights } from './key-rights.ts';
import { createKeySecret } from './key-secret.ts';

/** The key that asks; null for the operator. */
export type KeyMaker = ApiKeyId | null;

/** Values of a key that its maker chooses. */
export interface KeyValues extends KeyRights {
  readonly name: string;
  readonly agentSends: AgentSends | null;
}

/** A new key; its secret is shown once. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: Secret;
}

/** A change of a key. */
export interface KeyChange {
  readonly id: ApiKeyId;
  /** Throws for values that contradict each other. */
  readonly change: (key: ApiKey) => KeyValues;
  /** The versions that the client allows; absent: any. */
  readonly expected?: readonly number[] | undefined;
}

/** A page of keys. */
export interface KeyPage {
  readonly keys: readonly ApiKey[];
  readonly next: ApiKey | null;
}

/**
 * Keys that a key may see: those whose accounts are its own. Throws `api-key-unknown`; `scope-missing` or
 * `access-denied` for a key that could do more than its maker; `outdated-version`, `store-unavailable`.
 */
export interface ManagedKeys {
  list(
    maker: KeyMaker,
    page: { readonly after: KeyPosition | null; readonly limit: number },
  ): Promise<KeyPage>;
  get(maker: KeyMaker, id: ApiKeyId): Promise<ApiKey>;
  create(maker: KeyMaker, values: KeyValues): Promise<CreatedKey>;
  change(maker: KeyMaker, change: KeyChange): Promise<ApiKey>;
  remove(maker: KeyMaker, removal: Omit<KeyChange, 'change'>): Promise<void>;
}

/** The position after a key. */
export type KeyPosition = Pick<ApiKey, 'createdAt' | 'id'>;

/** Dependencies of `createManagedKeys`. */
export interface ManagedKeysDependencies {
  readonly apiKeys: ApiKeys;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each change. */
  readonly forget?: (id: ApiKeyId) => void;
}

const READ_AT_ONCE = 200;
const MAX_ATTEMPTS = 5;
const OPERATOR: KeyRights = {
  scopes: ['mail.read', 'mail.write', 'mail.send', 'accounts', 'keys', 'webhooks', 'agent'],
  accounts: null,
  networks: [],
  expiresAt: null,
};

/** Creates the service. */
export function createManagedKeys({
  apiKeys,
  now,
  forget = () => undefined,
}: ManagedKeysDependencies): ManagedKeys {
  const rightsOf = async (maker: KeyMaker): Promise<KeyRights> => {
    if (maker === null) return OPERATOR;
    const key = await apiKeys.find(maker);
    if (key === null) throw new MailError('authentication-failed', { detail: 'There is no such API key.' });
    return key;
  };

  const findVisible = async (maker: KeyRights, id: ApiKeyId): Promise<ApiKey> => {
    const key = await apiKeys.find(id);
    if (key !== null && areAccountsWithin(maker, key)) return key;
    throw new MailError('api-key-unknown', { detail: 'There is no API key with this id.' });
  };

  const findChangeable = async (
    maker: KeyRights,
    { id, expected }: Omit<KeyChange, 'change'>,
  ): Promise<ApiKey> => {
    const key = await findVisible(maker, id);
    requireWithin(maker, key);
    if (expected === undefined || expected.includes(key.epoch)) return key;
    throw new MailError('outdated-version', { detail: 'The API key has changed since it was read.' });
  };

  return {
    async list(maker, { after, limit }) {
      const rights = await rightsOf(maker);
      const visible: ApiKey[] = [];
      for (let position = after; ; ) {
        const keys = await apiKeys.list({ after: position, limit: READ_AT_ONCE });
        visible.push(...keys.filter((key) => areAccountsWithin(rights, key)));
        position = keys.at(-1) ?? null;
        if (visible.length > limit || keys.length < READ_AT_ONCE || position === null) break;
      }
      const page = visible.slice(0, limit);
      return { keys: page, next: visible.length > limit ? (page.at(-1) ?? null) : null };
    },

    get: async (maker, id) => findVisible(await rightsOf(maker), id),

    async create(maker, values) {
      requireWithin(await rightsOf(maker), values);
      const { id, secretHash, key: secret } = createKeySecret();
      const created: ApiKey = { ...values, id, secretHash, createdAt: now(), lastUsedAt: null, epoch: 0 };
      const epoch = await apiKeys.save(created);
      if (epoch === null) throw accountUnknown();
      return { key: { ...created, epoch }, secret };
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
      const key = await findChangeable(await rightsOf(maker), removal);
      await apiKeys.remove(key.id);
      forget(key.id);
    },
  };
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
