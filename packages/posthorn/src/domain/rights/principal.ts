import type { MailAccountId } from '../accounts/mail-account.ts';
import type { AccountKey } from '../limits/limit-keys.ts';
import type { Branded } from '../values/brand.ts';
import type { ApiKeyId } from './api-key.ts';

/** Included in every login. */
export const MAIL_SCOPES = ['mail.read', 'mail.write', 'mail.send'] as const;

export type Scope = (typeof MAIL_SCOPES)[number] | 'accounts' | 'keys' | 'webhooks' | 'agent';

/** One of `anyOf` suffices. */
export type RequiredScope = Scope | { readonly anyOf: readonly [Scope, ...Scope[]] };

/** Implied by any mail scope and by `accounts`. */
export const ACCOUNT_SCOPE = { anyOf: [...MAIL_SCOPES, 'accounts'] } as const satisfies RequiredScope;

/** The key of limits and stored responses. Never open, cache or show by it. */
export type OwnerKey = AccountKey | Branded<string, 'OwnerKey'>;

/** A proved login, or a program with an API key. */
export interface Principal {
  readonly kind: 'login' | 'key';
  /** Absent for logins. */
  readonly key?: ApiKeyId;
  readonly scopes: ReadonlySet<Scope>;
  /** `all`: each account of its source. */
  readonly accounts: 'all' | ReadonlySet<MailAccountId>;
  readonly ownerKey: OwnerKey;
  /** For the audit log, never a secret. */
  readonly name: string;
}

/** The missing scope, or null. */
export function missingScope({ scopes }: Pick<Principal, 'scopes'>, required: RequiredScope): Scope | null {
  const sufficient = typeof required === 'string' ? ([required] as const) : required.anyOf;
  return sufficient.some((scope) => scopes.has(scope)) ? null : sufficient[0];
}

/** True with access to the account. */
export function mayOpen({ accounts }: Pick<Principal, 'accounts'>, id: MailAccountId): boolean {
  return accounts === 'all' || accounts.has(id);
}
