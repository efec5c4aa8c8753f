import type { MailAccountId } from '../accounts/mail-account.ts';
import type { SealedSecret } from '../logins/sealed-secret.ts';
import type { ApiKeyId } from '../rights/api-key.ts';
import type { Branded } from '../values/brand.ts';
import { EVENT_KINDS, type EventKind, eventGroupOf } from './mail-event.ts';

export type WebhookId = Branded<string, 'WebhookId'>;

/** An event kind, or a group: `message.*`. */
export type KindPattern = EventKind | `${string}.*`;

const GROUPS: ReadonlySet<string> = new Set(EVENT_KINDS.map((kind) => `${eventGroupOf(kind)}.*`));
export const KIND_PATTERNS: readonly KindPattern[] = [
  ...EVENT_KINDS,
  ...(GROUPS as ReadonlySet<KindPattern>),
];

export const WEBHOOK_STATES = ['ok', 'failing', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const WEBHOOK_PROBLEMS = ['receiver-failing', 'receiver-gone', 'key-ended'] as const;

/** Why it was disabled. */
export interface WebhookProblem {
  readonly code: (typeof WEBHOOK_PROBLEMS)[number];
  readonly detail: string;
}

/** Times: epoch milliseconds. */
export interface WebhookStanding {
  /** First since the last success; null for none. */
  readonly failingSince: number | null;
  /** From the receiver's Retry-After. */
  readonly pausedUntil: number | null;
}

/** Times: epoch milliseconds. */
export interface Webhook extends WebhookStanding {
  readonly id: WebhookId;
  readonly url: string;
  /** Empty: all. */
  readonly kinds: readonly KindPattern[];
  /** Of the included message, in a relfield mask; empty: no message. */
  readonly fields: readonly string[];
  /** Null: all of its key. Empty: its accounts were removed, none. */
  readonly accounts: readonly MailAccountId[] | null;
  /** Its rights bound the deliveries. */
  readonly key: ApiKeyId;
  readonly isEnabled: boolean;
  /** Null while delivering. */
  readonly problem: WebhookProblem | null;
  readonly secret: SealedSecret;
  /** Signs too until `previousEndsAt`. */
  readonly previousSecret: SealedSecret | null;
  readonly previousEndsAt: number | null;
  readonly createdAt: number;
  /** From 1; 0: not stored yet. */
  readonly epoch: number;
}

/** The state for clients. */
export function webhookState({
  isEnabled,
  failingSince,
}: Pick<Webhook, 'isEnabled' | 'failingSince'>): WebhookState {
  if (!isEnabled) return 'disabled';
  return failingSince === null ? 'ok' : 'failing';
}

/** No patterns match all. */
export function isWantedKind(patterns: readonly KindPattern[], kind: EventKind): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => pattern === kind || pattern === `${eventGroupOf(kind)}.*`)
  );
}
