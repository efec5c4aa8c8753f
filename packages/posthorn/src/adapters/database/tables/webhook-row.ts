import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import {
  KIND_PATTERNS,
  WEBHOOK_PROBLEMS,
  type Webhook,
  type WebhookId,
  type WebhookProblem,
} from '../../../domain/events/webhook.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';
import type { WebhookRow } from '../schema.ts';
import { toJson } from './account-row.ts';
import { oneOf, readFrom, readRecord, readTexts, textIn } from './stored-json.ts';

/** A webhook's row, without its position. */
export function toWebhookRow(webhook: Webhook): Omit<WebhookRow, 'position'> {
  const { id, url, secret, epoch } = webhook;
  return {
    ...{ id, url, secret, epoch },
    kinds: JSON.stringify(webhook.kinds),
    fields: JSON.stringify(webhook.fields),
    is_bound: webhook.accounts === null ? 0 : 1,
    key_id: webhook.key,
    is_enabled: webhook.isEnabled ? 1 : 0,
    problem: toJson(webhook.problem),
    previous_secret: webhook.previousSecret,
    previous_ends_at: webhook.previousEndsAt,
    failing_since: webhook.failingSince,
    paused_until: webhook.pausedUntil,
    created_at: webhook.createdAt,
  };
}

/** Throws StoreRefusedError for a malformed row. */
export function toWebhook(row: WebhookRow, accounts: readonly MailAccountId[]): Webhook {
  const { id, url, epoch } = row;
  return readFrom('webhooks', () => ({
    ...{ id: id as WebhookId, url, epoch },
    kinds: readTexts(row.kinds).map((kind) => oneOf(KIND_PATTERNS, kind)),
    fields: readTexts(row.fields),
    accounts: row.is_bound === 1 ? accounts : null,
    key: row.key_id as ApiKeyId,
    isEnabled: row.is_enabled === 1,
    problem: readWebhookProblem(row.problem),
    secret: row.secret as SealedSecret,
    previousSecret: row.previous_secret as SealedSecret | null,
    previousEndsAt: row.previous_ends_at,
    failingSince: row.failing_since,
    pausedUntil: row.paused_until,
    createdAt: row.created_at,
  }));
}

function readWebhookProblem(text: string | null): WebhookProblem | null {
  if (text === null) return null;
  const record = readRecord(text);
  return { code: oneOf(WEBHOOK_PROBLEMS, textIn(record, 'code')), detail: textIn(record, 'detail') };
}
