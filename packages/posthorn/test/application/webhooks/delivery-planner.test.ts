import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LoggedEvent } from '../../../src/application/ports/state/event-log.ts';
import type { DeliveryPlan } from '../../../src/application/ports/state/webhook-deliveries.ts';
import { DeliveryPlanner } from '../../../src/application/webhooks/delivery-planner.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import { buildEvent } from '../../support/stored-events.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { countTurns } from '../../support/turns.ts';

const [A, B, CHOOSY] = ['a', 'b', 'choosy'] as [WebhookId, WebhookId, WebhookId];

function begin() {
  const events: LoggedEvent[] = [1, 2].map((position) => ({
    position,
    event: buildEvent({ uid: position }),
  }));
  const plans: DeliveryPlan[] = [];
  const failures: Error[] = [];
  const stored = new Map<WebhookId, number>();
  const planner = new DeliveryPlanner({
    eventLog: { list: async ({ after }) => events.filter(({ position }) => position > after) },
    deliveries: {
      async plan(plan) {
        const failure = failures.pop();
        if (failure) throw failure;
        plans.push(plan);
        stored.set(plan.webhook, plan.to);
        return true;
      },
    },
    now: () => 1,
  });
  const rights = { accounts: null, boundBy: [], readsMail: true };
  const plan = (...ids: readonly WebhookId[]) =>
    planner.plan(
      new Map(
        ids.map((id) => {
          const kinds = id === CHOOSY || id.startsWith('none') ? (['account.removed'] as const) : [];
          return [id, { webhook: buildWebhook({ id, kinds }), position: stored.get(id) ?? 0, rights }];
        }),
      ),
    );
  const planned = () =>
    plans.map(({ webhook, from, to, deliveries }) => [webhook, from, to, deliveries.length]);
  return { plan, planned, failures, events };
}

it('A planner plans each event once for each webhook', async () => {
  const { plan, planned, events } = begin();

  await plan(A, B);
  await plan(A, B);
  events.push({ position: 3, event: buildEvent({ uid: 3 }) });
  await plan(A, B);

  assert.deepEqual(planned(), [
    ['a', 0, 2, 2],
    ['b', 0, 2, 2],
    ['a', 2, 3, 1],
    ['b', 2, 3, 1],
  ]);
});

it('A planner plans again what the store has refused', async () => {
  const { plan, planned, failures } = begin();
  failures.push(new Error('away'));

  await assert.rejects(plan(A), /away/);
  await plan(A);

  assert.deepEqual(planned(), [['a', 0, 2, 2]]);
});

it('A planner writes the position of a webhook that wants none of 1,000 events, wherever they are in the log', async () => {
  const { plan, planned, events } = begin();
  const add = (count: number) => {
    const last = events.at(-1)?.position ?? 0;
    for (let uid = 1; uid <= count; uid += 1)
      events.push({ position: last + uid * 1_000, event: buildEvent({ uid }) });
  };

  await plan(CHOOSY);
  add(997);
  await plan(CHOOSY);
  assert.deepEqual(planned(), []);
  add(1);
  await plan(CHOOSY);

  assert.deepEqual(planned(), [['choosy', 0, 2 + 998_000, 0]]);
});

it('A planner that compares many events with many webhooks leaves turns to others', async () => {
  const { plan, events } = begin();
  for (let position = 3; position <= 400; position += 1)
    events.push({ position, event: buildEvent({ uid: position }) });
  const ids = Array.from({ length: 200 }, (_, index) => `none${index}` as WebhookId);

  const { turns } = await countTurns(() => plan(...ids));

  assert.ok(turns >= 3, `${turns} turns`);
});
