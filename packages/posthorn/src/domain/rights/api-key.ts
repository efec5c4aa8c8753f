import type { MailAccountId } from '../accounts/mail-account.ts';
import type { Branded } from '../values/brand.ts';

export type ApiKeyId = Branded<string, 'ApiKeyId'>;

export const API_KEY_SCOPES = [
  'mail.read',
  'mail.write',
  'mail.send',
  'accounts',
  'keys',
  'webhooks',
  'agent',
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Excluded by `agent`, which restricts a key. */
export const NOT_FOR_AGENTS: readonly ApiKeyScope[] = ['keys', 'accounts', 'webhooks'];

/** Limits on sending without approval. */
export interface AgentSends {
  /** Addresses and domains. */
  readonly recipients: readonly string[];
  readonly perHour: number;
  readonly perDay: number;
}

/** Times: epoch milliseconds. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** SHA-256 of the secret part, base64url. */
  readonly secretHash: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Null: all. Empty, after its accounts are removed: none. */
  readonly accounts: readonly MailAccountId[] | null;
  /** Addresses and CIDR networks; empty: all. */
  readonly networks: readonly string[];
  readonly agentSends: AgentSends | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** To the minute. */
  readonly lastUsedAt: number | null;
  /** From 1; 0: not stored yet. */
  readonly epoch: number;
}
