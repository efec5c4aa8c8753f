/** When an attempt is repeated, for how long a receiver is left alone, and when its webhook ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FAILING_MS,
  judgeAttempt,
  RETRY_DELAYS_MS,
} from '../../../src/application/webhooks/attempt-outcome.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import type { Delivery } from '../../../src/domain/events/webhook-delivery.ts';
import { buildDelivery } from '../../support/stored-webhooks.ts';

const NOW = 1_764_000_000_000;
const DAY_MS = 24 * 60 * 60_000;

function judge(
  status: number | null,
  {
    failures = 0,
    failingSince = null as number | null,
    pausedUntil = null as number | null,
    retryAfterMs = null as number | null,
    random = 0,
  } = {},
) {
  const { endsWithAccount: _ends, ...planned } = buildDelivery();
  const delivery: Delivery = {
    ...{ ...planned, id: 'd' as never, webhook: 'hook' as WebhookId, status: 'pending', attempts: failures },
    ...{ failures, nextAt: NOW, lastAnswer: null, endedAt: null },
  };
  const sent = { answer: { status, text: '' }, retryAfterMs };
  return judgeAttempt({
    delivery,
    webhook: { failingSince, pausedUntil },
    sent,
    now: NOW,
    random: () => random,
  });
}

describe('An attempt', () => {
  it('ends a delivery with any 2xx, and the failures before it', () => {
    for (const status of [200, 202, 204, 299]) {
      const { outcome, standing, problem } = judge(status, { failures: 2, failingSince: NOW - 1 });
      assert.deepEqual(
        [outcome.status, outcome.attempts, outcome.endedAt, problem],
        ['delivered', 3, NOW, null],
      );
      assert.deepEqual(standing, { isFailing: false, pausedUntil: null });
    }
    assert.equal(judge(204).standing, undefined);
  });

  it('is repeated after 5 s to 20 h, never earlier, and fails for good after the ninth', () => {
    const delays = RETRY_DELAYS_MS.map(
      (_delay, failures) => (judge(500, { failures }).outcome.nextAt ?? 0) - NOW,
    );
    const late = RETRY_DELAYS_MS.map(
      (_delay, failures) => (judge(null, { failures, random: 1 }).outcome.nextAt ?? 0) - NOW,
    );

    assert.deepEqual(
      delays,
      [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000],
    );
    assert.ok(
      late.every((delay, index) => delay > (delays[index] ?? 0) && delay <= (delays[index] ?? 0) * 1.1 + 1),
    );
    const { outcome } = judge(302, { failures: 8 });
    assert.deepEqual([outcome.status, outcome.nextAt, outcome.endedAt], ['failed', null, NOW]);
  });

  it('obeys Retry-After up to a day, and pauses the webhook where the receiver is busy', () => {
    const [busy, away, other, long] = [
      judge(429, { retryAfterMs: 60_000 }),
      judge(503, { retryAfterMs: 60_000 }),
      judge(500, { retryAfterMs: 60_000 }),
      judge(429, { retryAfterMs: 9 * DAY_MS }),
    ];

    assert.deepEqual(
      [busy, away, other].map(({ outcome }) => outcome.nextAt),
      Array(3).fill(NOW + 60_000),
    );
    assert.deepEqual(
      [busy, away, other, long].map(({ standing }) => standing?.pausedUntil),
      [NOW + 60_000, NOW + 60_000, null, NOW + DAY_MS],
    );
    assert.equal(judge(429, { failures: 1, retryAfterMs: 1_000 }).outcome.nextAt, NOW + 300_000);
  });

  it('ends the webhook with 410, or when all has failed for three days', () => {
    assert.equal(judge(410).problem?.code, 'receiver-gone');
    assert.equal(judge(410).outcome.status, 'failed');
    assert.equal(
      judge(500, { failures: 1, failingSince: NOW - FAILING_MS }).problem?.code,
      'receiver-failing',
    );
    assert.equal(judge(500, { failures: 1, failingSince: NOW - FAILING_MS + 1 }).problem, null);
    assert.equal(judge(500, { failures: 0, failingSince: NOW - FAILING_MS }).problem, null);
  });
});
