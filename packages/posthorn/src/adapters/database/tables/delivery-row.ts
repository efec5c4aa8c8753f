import type { SecretBox } from '../../../application/ports/state/secret-box.ts';
import type {
  DeliveryOutcome,
  PlannedDelivery,
} from '../../../application/ports/state/webhook-deliveries.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { receiverAnswerBinding } from '../../../domain/accounts/secret-bindings.ts';
import type { EventId } from '../../../domain/events/mail-event.ts';
import type { WebhookId } from '../../../domain/events/webhook.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryId,
  type ReceiverAnswer,
} from '../../../domain/events/webhook-delivery.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import type { WebhookDeliveryRow } from '../schema.ts';
import { numberIn, oneOf, readFrom, readRecord, textIn } from './stored-json.ts';

/** For events without an account. */
const NO_ACCOUNT = '';

/** A planned delivery's row. */
export function toPlannedRow(
  { event, position, account, endsWithAccount, at }: PlannedDelivery,
  { id, webhook, now }: { readonly id: DeliveryId; readonly webhook: WebhookId; readonly now: number },
): WebhookDeliveryRow {
  return {
    ...{ id, webhook_id: webhook, event_id: event, position, at },
    lane: account ?? NO_ACCOUNT,
    account_id: endsWithAccount ? account : null,
    ...{ status: 'pending', attempts: 0, failures: 0, next_at: now, last_answer: null, ended_at: null },
  };
}

/** Outcome columns. The answer is sealed: receivers may echo mail. */
export function toOutcomeColumns(
  { id, status, attempts, failures, nextAt, endedAt, lastAnswer }: DeliveryOutcome,
  secretBox: Pick<SecretBox, 'seal'>,
) {
  const answer = lastAnswer && new Secret(JSON.stringify(lastAnswer));
  return {
    ...{ status, attempts, failures, next_at: nextAt, ended_at: endedAt },
    last_answer: answer && secretBox.seal(answer, receiverAnswerBinding(id)),
  };
}

/** Throws StoreRefusedError for a malformed row. */
export function toDelivery(row: WebhookDeliveryRow, secretBox: Pick<SecretBox, 'open'>): Delivery {
  const { position, attempts, failures, at } = row;
  const id = row.id as DeliveryId;
  return readFrom('webhook_deliveries', () => ({
    ...{ id, position, attempts, failures, at },
    webhook: row.webhook_id as WebhookId,
    event: row.event_id as EventId,
    account: row.lane === NO_ACCOUNT ? null : (row.lane as MailAccountId),
    status: oneOf(DELIVERY_STATUSES, row.status),
    nextAt: row.next_at,
    lastAnswer: row.last_answer === null ? null : readAnswer(row.last_answer, { id, secretBox }),
    endedAt: row.ended_at,
  }));
}

function readAnswer(
  sealed: string,
  { id, secretBox }: { readonly id: DeliveryId; readonly secretBox: Pick<SecretBox, 'open'> },
): ReceiverAnswer {
  const record = readRecord(secretBox.open(sealed as SealedSecret, receiverAnswerBinding(id)).reveal());
  return {
    status: record.status === null ? null : numberIn(record, 'status'),
    text: textIn(record, 'text'),
  };
}
