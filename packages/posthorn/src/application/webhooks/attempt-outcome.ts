import type { Webhook, WebhookProblem } from '../../domain/events/webhook.ts';
import type { Delivery } from '../../domain/events/webhook-delivery.ts';
import type { SentMessage } from '../ports/network/webhook-sender.ts';
import type { AttemptStanding, DeliveryOutcome } from '../ports/state/webhook-deliveries.ts';

/** An attempt. */
export interface Attempt {
  readonly delivery: Delivery;
  readonly webhook: Pick<Webhook, 'failingSince' | 'pausedUntil'>;
  readonly sent: SentMessage;
  /** Epoch milliseconds. */
  readonly now: number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** An attempt's consequences. */
export interface JudgedAttempt {
  readonly outcome: DeliveryOutcome;
  /** Undefined: unchanged. */
  readonly standing: AttemptStanding | undefined;
  /** Not null: disable the webhook. */
  readonly problem: WebhookProblem | null;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After each failure except the last. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
];
/** Deliveries failing together must not be repeated together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Then failing deliveries disable the webhook. */
export const FAILING_MS = 3 * DAY_MS;
/** A single failure, long after another, says little. */
const FAILURES_THAT_DISABLE = 2;
const GONE = 410;
/** RFC 6585 §4, RFC 9110 §15.6.4. */
const BUSY: ReadonlySet<number | null> = new Set([429, 503]);

/** Judges an attempt: 2xx delivers, 410 ends the webhook, all else is retried. */
export function judgeAttempt(attempt: Attempt): JudgedAttempt {
  const { webhook, sent, now, delivery } = attempt;
  const { status } = sent.answer;
  const { failingSince, pausedUntil } = webhook;
  if (status !== null && status >= 200 && status < 300) {
    const isKnown = failingSince === null && pausedUntil === null;
    return {
      outcome: ended(attempt, 'delivered'),
      standing: isKnown ? undefined : { isFailing: false, pausedUntil: null },
      problem: null,
    };
  }
  const standing = { isFailing: true, pausedUntil: pauseAfter(sent, now) };
  if (status === GONE) return { outcome: ended(attempt, 'failed'), standing, problem: RECEIVER_GONE };
  const isLong = failingSince !== null && now - failingSince >= FAILING_MS;
  const isOver = isLong && delivery.failures + 1 >= FAILURES_THAT_DISABLE;
  return { outcome: retried(attempt), standing, problem: isOver ? RECEIVER_FAILING : null };
}

const RECEIVER_GONE: WebhookProblem = {
  code: 'receiver-gone',
  detail: 'The receiver answered 410: it wants no more events.',
};
const RECEIVER_FAILING: WebhookProblem = {
  code: 'receiver-failing',
  detail: 'All deliveries have failed for 3 days.',
};

function ended(
  { delivery: { id, attempts, failures }, sent: { answer }, now }: Attempt,
  status: 'delivered' | 'failed',
): DeliveryOutcome {
  return {
    ...{ id, status, attempts: attempts + 1, lastAnswer: answer },
    failures: status === 'failed' ? failures + 1 : failures,
    ...{ nextAt: null, endedAt: now },
  };
}

function retried(attempt: Attempt): DeliveryOutcome {
  const { delivery, sent, now, random } = attempt;
  const delayMs = RETRY_DELAYS_MS[delivery.failures];
  if (delayMs === undefined) return ended(attempt, 'failed');
  const waitMs = Math.max(delayMs * (1 + JITTER * random()), askedWait(sent));
  return {
    ...ended(attempt, 'failed'),
    ...{ status: 'pending', nextAt: Math.ceil(now + waitMs), endedAt: null },
  };
}

/** A busy receiver gets nothing of other accounts either. */
function pauseAfter(sent: SentMessage, now: number): number | null {
  const waitMs = BUSY.has(sent.answer.status) ? askedWait(sent) : 0;
  return waitMs > 0 ? now + waitMs : null;
}

function askedWait({ retryAfterMs }: SentMessage): number {
  return Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
}
