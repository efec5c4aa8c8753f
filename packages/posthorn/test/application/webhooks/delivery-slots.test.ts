/** Receivers that do not answer leave slots to others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeliverySlots } from '../../../src/application/webhooks/delivery-slots.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';

const webhook = (name: string, failingSince: number | null = null) => ({
  id: name as WebhookId,
  failingSince,
});

function takeAll(slots: DeliverySlots, one: ReturnType<typeof webhook>): number {
  const free = slots.free(one);
  for (let count = 0; count < free; count += 1) slots.take(one);
  return free;
}

describe('Slots of deliveries', () => {
  it('are few for a webhook that fails, and for all that fail at most half', () => {
    const slots = new DeliverySlots();
    const taken = Array.from({ length: 300 }, (_, index) => takeAll(slots, webhook(`dead${index}`, 1)));

    assert.equal(taken[0], 2);
    assert.equal(
      taken.reduce((sum, count) => sum + count),
      200,
    );
    assert.equal(slots.free(webhook('well')), 20);
  });

  it('are given back', () => {
    const slots = new DeliverySlots();
    const release = slots.take(webhook('a'));
    assert.equal(slots.free(webhook('a')), 19);
    release();
    assert.equal(slots.free(webhook('a')), 20);
  });
});
