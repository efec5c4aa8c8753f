/** What the ports of webhooks and their deliveries promise. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
} from '../../../src/application/ports/state/webhook-deliveries.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { EventId } from '../../../src/domain/events/mail-event.ts';
import type { Webhook, WebhookId, WebhookProblem } from '../../../src/domain/events/webhook.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { buildDelivery, buildWebhook } from '../../support/stored-webhooks.ts';
import type { Tables } from './bound-rows.contract.ts';

const NOW = 1_764_000_000_000;
const LATER = NOW + 30_000;
const asId = (text: string) => text as MailAccountId;
const HOOK = 'hook' as WebhookId;
const GONE: WebhookProblem = { code: 'receiver-gone', detail: 'It is gone.' };
const disabled = (id: WebhookId) => ({
  id,
  problem: GONE,
  event: buildEvent({ kind: 'webhook.disabled', account: null, message: null }),
});

/** Stores accounts and a webhook for all of them. */
async function prepare(tables: Tables, changes: Partial<Webhook> = {}): Promise<void> {
  await saveAccounts(tables, ['jane', 'ann']);
  assert.equal(await tables.webhooks.save(buildWebhook(changes)), 1);
}

async function saveAccounts({ accounts }: Tables, ids: readonly string[]): Promise<void> {
  for (const id of ids) await accounts.save(buildAccount({ id: asId(id), state: 'connecting' }));
}

/** Plans deliveries for accounts, in this order, from the position on. */
function plan({ webhookDeliveries }: Tables, accounts: readonly string[], from = 0): Promise<boolean> {
  return webhookDeliveries.plan({
    ...{ webhook: HOOK, from, to: from + accounts.length, now: NOW },
    deliveries: accounts.map((account, index) =>
      buildDelivery({ account: asId(account), position: from + index + 1 }),
    ),
  });
}

const claimAll = ({ webhookDeliveries }: Tables, now = NOW) =>
  webhookDeliveries.claim({ webhook: HOOK, now, until: now + 30_000, limit: 10 });

/** `account position` of claimed deliveries. */
const named = (claimed: readonly (ClaimedDelivery | null)[]) =>
  claimed.map((one) => one && `${one.delivery.account} ${one.delivery.position}`);

function outcome({ delivery }: ClaimedDelivery, changes: Partial<DeliveryOutcome> = {}): DeliveryOutcome {
  return {
    ...{ id: delivery.id, status: 'delivered', attempts: delivery.attempts + 1, failures: 0 },
    ...{ nextAt: null, endedAt: NOW, lastAnswer: { status: 204, text: '' } },
    ...changes,
  };
}

const retried = (one: ClaimedDelivery, nextAt: number) =>
  outcome(one, {
    ...{ status: 'pending', failures: 1, nextAt, endedAt: null },
    lastAnswer: { status: null, text: 'away' },
  });

async function first(claimed: Promise<readonly ClaimedDelivery[]>): Promise<ClaimedDelivery> {
  const [one] = await claimed;
  assert.ok(one);
  return one;
}

/** Runs the contract of webhooks against tables that `open` makes, each time empty. */
export function webhooksContract(open: () => Promise<Tables>): void {
  it('gives a webhook as it was saved, from the end of the log on', async () => {
    const tables = await open();
    const { webhooks, events } = tables;
    await prepare(tables, { accounts: [asId('ann'), asId('jane')] });
    await events.advance(buildAdvance({ events: [buildEvent()] }));
    const later = buildWebhook({
      id: 'later' as WebhookId,
      createdAt: NOW + 1,
      kinds: ['message.*'],
      fields: ['subject'],
    });
    await webhooks.save(later);

    const saved = { ...buildWebhook({ accounts: [asId('ann'), asId('jane')] }), epoch: 1 };
    assert.deepEqual(await webhooks.find(HOOK), saved);
    assert.deepEqual(await webhooks.list({ after: null, limit: 9 }), [saved, { ...later, epoch: 1 }]);
    assert.deepEqual(await webhooks.list({ after: saved, limit: 9 }), [{ ...later, epoch: 1 }]);
    assert.deepEqual(
      (await webhooks.listEnabled()).map(({ webhook, position }) => [webhook.id, position]).sort(),
      [
        ['hook', 0],
        ['later', await events.last()],
      ],
    );
    await tables.apiKeys.save(buildApiKey({ id: saved.key }));
    const [only, ...others] = await webhooks.listEnabled([HOOK]);
    assert.deepEqual([only?.webhook, only?.key?.id, others], [saved, saved.key, []]);
  });

  it('changes one version, and nothing that is not for a client to change', async () => {
    const tables = await open();
    const { webhooks } = tables;
    await prepare(tables);
    const previous = { previousSecret: 'v1.k.c.d' as SealedSecret, previousEndsAt: NOW };
    const changed = {
      ...buildWebhook({ url: 'https://b.example/', accounts: [asId('ann')] }),
      ...previous,
      epoch: 1,
    };

    const epochs = await Promise.all(
      [1, 2, 3].map(() => webhooks.save({ ...changed, createdAt: 5, failingSince: 5 })),
    );

    assert.deepEqual(
      epochs.filter((epoch) => epoch !== null),
      [2],
    );
    assert.deepEqual(await webhooks.find(HOOK), { ...changed, epoch: 2 });
    assert.equal(await webhooks.save({ ...changed, accounts: [asId('unknown')], epoch: 2 }), null);
    assert.equal(await webhooks.save(buildWebhook()), null);
    assert.deepEqual(await webhooks.find(HOOK), { ...changed, epoch: 2 });
  });

  it('has none of a removed account, and nothing of a removed webhook', async () => {
    const tables = await open();
    const { webhooks, accounts, webhookDeliveries } = tables;
    await prepare(tables, { accounts: [asId('ann')] });
    await plan(tables, ['ann']);
    const { delivery } = await first(claimAll(tables));
    await accounts.remove(asId('ann'), NOW);

    assert.deepEqual((await webhooks.find(HOOK))?.accounts, []);
    assert.equal(await webhookDeliveries.find(delivery.id), null);
    await plan(tables, ['jane'], 1);
    const { createdAt } = buildWebhook();
    assert.equal(await webhooks.remove(HOOK, { createdAt, epoch: 2 }), false);
    assert.equal(await webhooks.remove(HOOK, { createdAt, epoch: 1 }), true);
    assert.equal(await webhooks.remove(HOOK), false);
    assert.deepEqual(await webhookDeliveries.queue(), { pending: 0, oldestAt: null });
    assert.deepEqual(await webhookDeliveries.due(NOW), []);
  });

  it('is disabled once, with its event, and enabled without the failures of before', async () => {
    const tables = await open();
    const { webhooks, webhookDeliveries, events } = tables;
    await prepare(tables);
    await plan(tables, ['jane']);
    const claimed = await first(claimAll(tables));
    const standing = { isFailing: true, pausedUntil: LATER };
    await webhookDeliveries.settle({
      claim: claimed.claim,
      outcome: retried(claimed, NOW),
      standing,
      until: null,
      now: NOW,
    });
    const failing = await webhooks.find(HOOK);

    const ends = await Promise.all([1, 2].map(() => webhooks.disable(disabled(HOOK))));

    assert.deepEqual([failing?.failingSince, failing?.pausedUntil], [NOW, LATER]);
    assert.deepEqual(ends.sort(), [false, true]);
    const after = await webhooks.find(HOOK);
    assert.deepEqual([after?.isEnabled, after?.problem, after?.epoch], [false, GONE, 2]);
    assert.deepEqual(
      (await events.list({ filter: {}, after: 0, limit: 9 })).map(({ event }) => event.kind),
      ['webhook.disabled'],
    );
    assert.deepEqual(await webhooks.listEnabled(), []);
    assert.deepEqual([await webhookDeliveries.due(LATER), await claimAll(tables, LATER)], [[], []]);
    assert.equal(await plan(tables, ['jane'], 1), false);
    assert.ok(after);
    assert.equal(await webhooks.save({ ...after, isEnabled: true, problem: null }), 3);
    const again = await webhooks.find(HOOK);
    assert.deepEqual([again?.failingSince, again?.pausedUntil], [null, null]);
    assert.deepEqual(named(await claimAll(tables)), ['jane 1']);
  });
}

/** Runs the contract of deliveries. */
export function deliveriesContract(open: () => Promise<Tables>): void {
  it('plans each event once, for one of several planners', async () => {
    const tables = await open();
    await prepare(tables);

    const plans = await Promise.all([1, 2, 3].map(() => plan(tables, ['jane', 'ann', 'jane'])));

    assert.deepEqual(plans.filter(Boolean), [true]);
    assert.deepEqual(await tables.webhookDeliveries.queue(), { pending: 3, oldestAt: NOW });
    assert.equal((await tables.webhooks.listEnabled())[0]?.position, 3);
    assert.equal(await plan(tables, ['jane'], 1), false);
  });

  it('leaves out removed accounts, but not the event of a removal', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    const deliveries = [
      buildDelivery({ account: asId('gone'), position: 1 }),
      buildDelivery({ account: asId('gone'), position: 2, endsWithAccount: false }),
      buildDelivery({ account: null, position: 3 }),
    ];

    assert.equal(await webhookDeliveries.plan({ webhook: HOOK, from: 0, to: 9, now: NOW, deliveries }), true);

    assert.deepEqual(named(await claimAll(tables)).sort(), ['gone 2', 'null 3']);
  });

  it('gives the event of a removal at once, whatever waited before it', async () => {
    const tables = await open();
    const { webhookDeliveries, accounts } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'ann']);
    const claimed = await claimAll(tables);
    const [jane, ann] = ['jane', 'ann'].map((id) => claimed.find(({ delivery }) => delivery.account === id));
    assert.ok(jane && ann);
    const settle = (one: ClaimedDelivery) =>
      webhookDeliveries.settle({ claim: one.claim, outcome: retried(one, LATER * 2), until: null, now: NOW });

    await settle(jane);
    await accounts.remove(asId('jane'), NOW);
    await accounts.remove(asId('ann'), NOW);
    const removals = ['jane', 'ann'].map((id, index) =>
      buildDelivery({ account: asId(id), position: 3 + index, endsWithAccount: false }),
    );
    await webhookDeliveries.plan({ webhook: HOOK, from: 2, to: 4, now: NOW, deliveries: removals });
    await settle(ann);

    assert.deepEqual(named(await claimAll(tables)).sort(), ['ann 4', 'jane 3']);
  });

  it('gives the oldest of each account to one of several callers', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'ann', 'jane']);

    const claims = await Promise.all([1, 2, 3].map(() => claimAll(tables)));

    assert.deepEqual(named(claims.flat()).sort(), ['ann 2', 'jane 1']);
    assert.deepEqual([await webhookDeliveries.due(NOW), await webhookDeliveries.due(LATER)], [[], [HOOK]]);
    assert.deepEqual(await claimAll(tables, LATER - 1), []);
    assert.deepEqual(named(await claimAll(tables, LATER)).sort(), ['ann 2', 'jane 1']);
  });

  it('goes on in order, and waits with all of an account', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'jane', 'jane', 'ann']);
    const claimed = (await claimAll(tables)).find(({ delivery }) => delivery.account === 'jane');
    assert.ok(claimed);

    const settle = (one: ClaimedDelivery, result: DeliveryOutcome, until: number | null = LATER) =>
      webhookDeliveries.settle({ claim: one.claim, outcome: result, until, now: NOW });
    const second = await settle(claimed, outcome(claimed));
    assert.ok(second);
    const none = await settle(second, retried(second, LATER + 5));

    assert.deepEqual([named([second]), none], [['jane 2'], null]);
    assert.deepEqual(await claimAll(tables, LATER - 1), []);
    assert.deepEqual(named(await claimAll(tables, LATER)), ['ann 4']);
    const third = await first(claimAll(tables, LATER + 5));
    assert.deepEqual(named([third]), ['jane 2']);
    assert.deepEqual([third.delivery.attempts, third.delivery.failures], [1, 1]);
    assert.deepEqual(third.delivery.lastAnswer, { status: null, text: 'away' });
    const fourth = await webhookDeliveries.settle({
      claim: third.claim,
      outcome: outcome(third, { status: 'failed' }),
      ...{ until: null, now: LATER + 5 },
    });
    assert.equal(fourth, null);
    const last = await first(claimAll(tables, LATER + 5));
    assert.deepEqual(named([last]), ['jane 3']);
    assert.equal(await settle(last, outcome(last)), null);
    assert.deepEqual(named(await claimAll(tables, NOW + 1_000_000)), ['ann 4']);
    assert.deepEqual(
      (await webhookDeliveries.list({ webhook: HOOK, before: null, limit: 9 })).map(
        ({ position, status }) => [position, status],
      ),
      [
        [4, 'pending'],
        [3, 'delivered'],
        [2, 'failed'],
        [1, 'delivered'],
      ],
    );
  });

  it('goes on with another account, once the claimed one has no more', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await saveAccounts(tables, ['bo']);
    await plan(tables, ['jane', 'ann', 'bo']);
    const [jane] = await webhookDeliveries.claim({ webhook: HOOK, now: NOW, until: LATER, limit: 1 });
    assert.ok(jane);

    const other = await webhookDeliveries.settle({
      ...{ claim: jane.claim, outcome: outcome(jane), until: LATER, now: NOW },
    });
    assert.ok(other);
    const released = await webhookDeliveries.settle({
      ...{ claim: other.claim, outcome: outcome(other), until: null, now: NOW },
    });
    const last = await first(claimAll(tables));
    const none = await webhookDeliveries.settle({
      ...{ claim: last.claim, outcome: outcome(last), until: LATER, now: NOW },
    });

    const accounts = [jane, other, last].map(({ delivery }) => delivery.account);
    assert.deepEqual([accounts.sort(), released, none], [['ann', 'bo', 'jane'], null, null]);
    assert.deepEqual(await webhookDeliveries.queue(), { pending: 0, oldestAt: null });
  });

  it('gives different accounts to callers at the same time', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    const accounts = Array.from({ length: 12 }, (_, index) => `a${index}`);
    await saveAccounts(tables, accounts);
    await plan(tables, accounts);

    const claims = await Promise.all(
      [1, 2, 3].map(() => webhookDeliveries.claim({ webhook: HOOK, now: NOW, until: LATER, limit: 4 })),
    );

    assert.deepEqual(
      claims.map(({ length }) => length),
      [4, 4, 4],
    );
    assert.equal(new Set(claims.flat().map(({ delivery }) => delivery.account)).size, 12);
  });

  it('records nothing under a claim that another has', async () => {
    const tables = await open();
    const { webhookDeliveries, webhooks } = tables;
    await prepare(tables);
    await plan(tables, ['jane']);
    const late = await first(claimAll(tables));
    const own = await first(claimAll(tables, LATER));
    const standing = { isFailing: true, pausedUntil: null };

    const lost = await webhookDeliveries.settle({
      ...{ claim: late.claim, outcome: outcome(late), standing, until: LATER, now: NOW },
    });
    await webhookDeliveries.release(late.claim, NOW);

    assert.equal(lost, null);
    assert.deepEqual(await webhookDeliveries.find(own.delivery.id), own.delivery);
    assert.equal((await webhooks.find(HOOK))?.failingSince, null);
    assert.deepEqual(await claimAll(tables, LATER), []);
  });

  it('gives released and abandoned claims to others', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane']);
    const { claim } = await first(claimAll(tables));

    await webhookDeliveries.release(claim, NOW + 7);
    const early = await claimAll(tables);
    const released = await first(claimAll(tables, NOW + 7));
    await webhookDeliveries.abandonClaims();
    const abandoned = await first(claimAll(tables, NOW + 7));

    assert.deepEqual(early, []);
    assert.notEqual(abandoned.claim.epoch, released.claim.epoch);
    assert.deepEqual(named([released, abandoned]), ['jane 1', 'jane 1']);
  });

  it('claims nothing of a paused webhook', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'ann']);
    const claimed = await first(webhookDeliveries.claim({ webhook: HOOK, now: NOW, until: LATER, limit: 1 }));
    const standing = { isFailing: true, pausedUntil: NOW + 60_000 };
    await webhookDeliveries.settle({
      ...{ claim: claimed.claim, outcome: retried(claimed, NOW + 5), standing, until: null, now: NOW },
    });

    assert.deepEqual(await claimAll(tables, NOW + 59_999), []);
    assert.equal((await claimAll(tables, NOW + 60_000)).length, 2);
  });

  it('delivers again what had ended, in its turn', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'jane', 'jane']);
    const one = await first(claimAll(tables));
    const two = await webhookDeliveries.settle({
      claim: one.claim,
      outcome: outcome(one),
      until: LATER,
      now: NOW,
    });
    assert.ok(two);
    await webhookDeliveries.settle({ claim: two.claim, outcome: retried(two, LATER), until: null, now: NOW });

    const again = await webhookDeliveries.redeliver(one.delivery.id, NOW);
    const behind = await webhookDeliveries.list({ webhook: HOOK, before: { position: 2 }, limit: 9 });
    const next = await first(claimAll(tables));

    assert.deepEqual(
      [again?.status, again?.attempts, again?.failures, again?.endedAt],
      ['pending', 1, 0, null],
    );
    assert.deepEqual(behind, [again]);
    assert.deepEqual(named([next]), ['jane 1']);
    assert.equal(next.delivery.event, one.delivery.event);
    await webhookDeliveries.settle({ claim: next.claim, outcome: outcome(next), until: null, now: NOW });
    await webhookDeliveries.redeliver(next.delivery.id, NOW);
    assert.deepEqual(named([await first(claimAll(tables))]), ['jane 1']);
    assert.equal(await webhookDeliveries.redeliver('unknown' as never, NOW), null);
  });

  it('forgets what has ended some time ago, and nothing that is pending', async () => {
    const tables = await open();
    const { webhookDeliveries } = tables;
    await prepare(tables);
    await plan(tables, ['jane', 'ann', 'ann']);
    for (const claimed of await claimAll(tables)) {
      const isOld = claimed.delivery.account === 'jane';
      await webhookDeliveries.settle({
        ...{
          claim: claimed.claim,
          outcome: outcome(claimed, { endedAt: isOld ? NOW - 1 : NOW }),
          until: null,
          now: NOW,
        },
      });
    }

    assert.equal(await webhookDeliveries.removeEnded({ before: NOW, limit: 9 }), 1);
    const kept = await webhookDeliveries.list({ webhook: HOOK, before: null, limit: 9 });
    assert.deepEqual(
      kept.map(({ position }) => position),
      [3, 2],
    );
  });

  it('gives the last answer as it was recorded', async () => {
    const tables = await open();
    await prepare(tables);
    await plan(tables, ['jane']);
    const claimed = await first(claimAll(tables));
    const lastAnswer = { status: 500, text: 'Zürich is away' };
    await tables.webhookDeliveries.settle({
      ...{ claim: claimed.claim, outcome: { ...retried(claimed, NOW), lastAnswer }, until: null, now: NOW },
    });

    assert.deepEqual((await tables.webhookDeliveries.find(claimed.delivery.id))?.lastAnswer, lastAnswer);
    assert.equal(claimed.delivery.event, 'event-1' as EventId);
  });
}
