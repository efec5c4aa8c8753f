/** Deliveries over real sockets: contents, order, retries by a moved clock, and the end of all that is not allowed any more. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { accepting, answering } from '../../support/webhook-receiver.ts';
import { eventOf, idsOf, startWebhookScene, until, type WebhookScene } from './webhook-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('Deliveries', () => {
  let scene: WebhookScene;
  before(async () => {
    scene = await startWebhookScene();
  });
  after(() => scene.close());

  /** A receiver with a webhook of its own, for these events only. */
  const begin = async (attributes: object = {}, options: object = {}) => {
    const receiver = await scene.receive();
    const made = await scene.make({ url: `http://127.0.0.1:${receiver.port}/in`, ...attributes }, options);
    const { id } = made.body.data;
    const state = async () =>
      (await scene.server.ask({ url: `/Webhooks/${id}`, key: scene.admin })).body.data.attributes;
    const remove = () => scene.server.ask({ method: 'DELETE', url: `/Webhooks/${id}`, key: scene.admin });
    return { receiver, id, secret: made.body.meta.secret, state, remove };
  };

  it('bring the event as GET /Events shows it, and the message by its mask', async () => {
    const thin = await begin({ kinds: ['message.*'] });
    const rich = await begin({ kinds: ['message.created', 'message.removed'], fields: ['subject', 'seen'] });
    const inbox = scene.sandbox
      .user('jane@example.org')
      .mailboxes()
      .find(({ name }) => name === 'INBOX');
    const validity = inbox?.uidValidity ?? 0;
    const message = (uid: number) => ({ mailbox: 'INBOX' as never, uidValidity: validity, uid });

    const ids = await scene.write(
      { uid: 1, message: message(1), data: { messageId: 'a@example.org' } },
      { uid: 9, message: message(9) },
      { uid: 1, message: message(1), kind: 'message.removed' },
      { kind: 'folder.created', message: null, mailbox: 'Work' as never },
    );

    const [shown] = (
      await scene.server.ask({ url: '/Events?filter[kind]=message.created', key: scene.admin })
    ).body.data;
    const [first] = await scene.bodies(thin.receiver, 3);
    const [own, gone, removed] = await scene.bodies(rich.receiver, 3);
    assert.deepEqual(
      [first.type, first.timestamp],
      ['message.created', new Date(scene.clock.now).toISOString()],
    );
    assert.deepEqual(
      [first.data.type, first.data.id, first.data.attributes],
      ['Event', ids[0], shown.attributes],
    );
    assert.deepEqual(first.data.relationships.MessageItem.data, shown.relationships.MessageItem.data);
    assert.equal('included' in first, false);
    assert.deepEqual(
      own.included?.map(({ type, attributes }: { type: string; attributes: object }) => [type, attributes]),
      [['MessageItem', { subject: 'Plan B', seen: false }]],
    );
    assert.deepEqual(
      [gone, removed].map((body) => [body.type, 'included' in body]),
      [
        ['message.created', false],
        ['message.removed', false],
      ],
    );
    const [received] = rich.receiver.received;
    assert.deepEqual(new Webhook(rich.secret).verify(received?.body ?? '', received?.headers ?? {}), own);
    await thin.remove();
    await rich.remove();
  });

  it('come in order for each account, whose wait holds up no other account and no other webhook', async () => {
    const failing = await begin({ kinds: ['message.created'] });
    const other = await begin({ kinds: ['message.created'] });
    failing.receiver.behave((message, response) => {
      const isJane = JSON.parse(message.body).data.relationships.MailAccount.data.id === 'jane';
      return isJane ? response.writeHead(500).end('no') : response.writeHead(204).end();
    });

    const ids = await scene.write(
      eventOf('jane', 21),
      eventOf('jane', 22),
      eventOf('ann', 23),
      eventOf('ann', 24),
    );

    await scene.bodies(other.receiver, 4);
    await scene.bodies(failing.receiver, 3);
    const ofJane = idsOf(other.receiver.received).filter((id) => id === ids[0] || id === ids[1]);
    assert.deepEqual(ofJane, [ids[0], ids[1]]);
    assert.deepEqual([...idsOf(failing.receiver.received)].sort(), [ids[0], ids[2], ids[3]].sort());
    failing.receiver.behave(accepting);
    scene.pass(6_000);
    await scene.bodies(failing.receiver, 5);
    assert.deepEqual(idsOf(failing.receiver.received).slice(3), [ids[0], ids[1]]);
    await until(async () => (await failing.state()).state === 'ok');
    assert.equal((await other.state()).state, 'ok');
    await failing.remove();
    await other.remove();
  });

  it('reach a receiver that was down for an hour: each event, in order', async () => {
    const { receiver, id, remove } = await begin({ kinds: ['message.created'] });
    receiver.behave((_message, response) => response.destroy());
    const ids = await scene.write(eventOf('jane', 31), eventOf('jane', 32), eventOf('jane', 33));
    await scene.bodies(receiver, 1);
    const steps = [6_000, 6 * MINUTE_MS, 34 * MINUTE_MS];
    for (const [index, step] of steps.entries()) {
      await until(async () => (await scene.deliveries(id)).at(-1).attributes.attempts === index + 1);
      scene.pass(step);
      await scene.bodies(receiver, index + 2);
    }
    const before = receiver.received.length;
    receiver.behave(accepting);
    await until(async () => (await scene.deliveries(id)).at(-1).attributes.attempts === 4);
    scene.pass(3 * HOUR_MS);

    await scene.bodies(receiver, 3, before);
    assert.deepEqual(idsOf(receiver.received.slice(before)), ids);
    assert.deepEqual(new Set(idsOf(receiver.received.slice(0, before))), new Set([ids[0]]));
    await until(async () =>
      (await scene.deliveries(id)).every(({ attributes }) => attributes.status === 'delivered'),
    );
    const [last] = await scene.deliveries(id);
    assert.deepEqual([last.attributes.lastAnswer, last.attributes.nextAt], [{ status: 204, text: '' }, null]);
    assert.equal(last.relationships.Event.data.id, ids[2]);
    await remove();
  });

  it('leave a receiver alone for as long as its 429 asks, with all accounts', async () => {
    const { receiver, id, remove } = await begin({ kinds: ['message.created'] });
    receiver.behave(answering(429, { 'retry-after': '3600' }));
    await scene.write(eventOf('jane', 41));
    await scene.bodies(receiver, 1);
    await until(async () => (await scene.deliveries(id))[0].attributes.attempts === 1);
    receiver.behave(accepting);
    await scene.write(eventOf('ann', 42));
    scene.pass(30 * MINUTE_MS);
    const quiet = await begin({ kinds: ['message.created'] });
    await scene.write(eventOf('ann', 43));
    await scene.bodies(quiet.receiver, 1);

    assert.equal(receiver.received.length, 1);
    scene.pass(31 * MINUTE_MS);
    await scene.bodies(receiver, 4);
    await remove();
    await quiet.remove();
  });

  it('end with 410: the webhook is disabled, and says so in the log', async () => {
    const { receiver, id, state, remove } = await begin({ kinds: ['message.created'] });
    const listener = await begin({ kinds: ['webhook.disabled'] });
    receiver.behave(async (...exchange) => {
      await until(async () => (await scene.deliveries(id)).length === 3);
      answering(410)(...exchange);
    });
    await scene.write(eventOf('jane', 51), eventOf('ann', 52), eventOf('jane', 53));

    const [body] = await scene.bodies(listener.receiver, 1);

    assert.deepEqual(
      [body.type, body.data.attributes.data],
      ['webhook.disabled', { webhook: id, code: 'receiver-gone' }],
    );
    const { state: shown, enabled, problem } = await state();
    assert.deepEqual([shown, enabled, problem.code], ['disabled', false, 'receiver-gone']);
    const count = receiver.received.length;
    assert.ok(count <= 2);
    scene.pass(DAY_MS);
    const [pending] = (await scene.deliveries(id)).filter(
      ({ attributes }) => attributes.status === 'pending',
    );
    const refused = await scene.server.ask({
      method: 'POST',
      url: `/WebhookDeliveries/${pending.id}/redeliver`,
      key: scene.admin,
    });
    assert.deepEqual(refused.error, [409, 'conflict']);
    assert.equal(receiver.received.length, count);
    await remove();
    await listener.remove();
  });

  it('fail after nine attempts, and all of them for three days disable the webhook', async () => {
    const { receiver, id, state, remove } = await begin({ kinds: ['message.created'] });
    receiver.behave(answering(500));
    const [first, second] = await scene.write(eventOf('jane', 61), eventOf('jane', 62));
    const waits = [
      5_000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
      20 * HOUR_MS,
    ];
    const oldest = async () =>
      (await scene.deliveries(id)).find((one) => one.relationships.Event.data.id === first);
    for (const [index, wait] of waits.entries()) {
      await until(
        async () => (await oldest()).attributes.attempts === index + 1,
        () => `attempt ${index + 1}`,
      );
      const { nextAt } = (await oldest()).attributes;
      const waitMs = Date.parse(nextAt) - scene.clock.now;
      assert.ok(waitMs > wait - 2_000 && waitMs <= wait * 1.1, `${index}: ${waitMs} for ${wait}`);
      scene.pass(wait * 1.1 + 1_000);
    }
    await until(async () => (await oldest()).attributes.status === 'failed');
    assert.equal((await oldest()).attributes.attempts, 9);
    await until(() => idsOf(receiver.received).includes(second ?? ''));
    assert.equal((await state()).state, 'failing');
    scene.pass(DAY_MS);
    await until(async () => (await state()).state === 'disabled');

    assert.equal((await state()).problem.code, 'receiver-failing');
    await remove();
  });

  it('end at once with their account, of whose removal the webhook learns', async () => {
    const { receiver, id, remove } = await begin();
    receiver.behave(answering(500));
    const document = (await scene.server.ask({ url: '/MailAccounts/ann', key: scene.admin })).body;
    assert.equal(document.data.id, 'ann');
    await scene.write(eventOf('ann', 71), eventOf('ann', 72));
    await scene.bodies(receiver, 1);
    await until(async () => (await scene.deliveries(id)).at(-1)?.attributes.attempts === 1);

    const removed = await scene.server.ask({ method: 'DELETE', url: '/MailAccounts/ann', key: scene.admin });
    receiver.behave(accepting);

    assert.equal(removed.status, 204);
    const [body] = await scene.bodies(receiver, 1, 1);
    assert.equal(body.type, 'account.removed');
    await until(async () =>
      (await scene.deliveries(id)).every(({ attributes }) => attributes.status === 'delivered'),
    );
    // All that was left would be due, and before this.
    scene.pass(DAY_MS);
    const [next] = await scene.write(eventOf('jane', 73));
    await scene.bodies(receiver, 3);
    assert.deepEqual(idsOf(receiver.received).slice(2), [next]);
    await remove();
  });

  it('bring the end of an account to those that are bound to it, by their key or themselves', async () => {
    await scene.server.store.store.accounts.save(buildAccount({ id: 'eve' as MailAccountId }));
    const makeKey = (accounts: readonly string[]) => scene.server.makeKey({ scopes: ['webhooks'], accounts });
    const kinds = ['account.removed'];
    const hooks = [
      await begin({ kinds }, { key: await makeKey(['eve', 'jane']) }),
      await begin({ kinds }, { accounts: ['eve'] }),
      await begin({ kinds }),
      await begin({ kinds }, { key: await makeKey(['eve', 'jane']), accounts: ['jane'] }),
      await begin({ kinds }, { accounts: ['jane'] }),
    ];

    await scene.server.ask({ method: 'DELETE', url: '/MailAccounts/eve', key: scene.admin });

    for (const { receiver } of hooks.slice(0, 3)) {
      const [body] = await scene.bodies(receiver, 1);
      const { MailAccount } = body.data.relationships;
      assert.deepEqual([body.type, body.data.attributes.data, MailAccount.data.id], [kinds[0], {}, 'eve']);
    }
    for (const { id } of hooks.slice(3)) assert.deepEqual(await scene.deliveries(id), []);
    for (const { remove } of hooks) await remove();
  });

  it('follow a change of the webhook by another process also when the clock is set back', async () => {
    const { receiver, id, remove } = await begin({ kinds: ['folder.created'] });
    await scene.write(eventOf('jane', 75, 'folder.created'));
    await scene.bodies(receiver, 1);
    scene.pass(-HOUR_MS);
    const { webhooks } = scene.server.store.store;
    const webhook = await webhooks.find(id);
    assert.ok(webhook && (await webhooks.save({ ...webhook, kinds: ['message.created'] })));

    scene.pass(5_000);
    const [event] = await scene.write(eventOf('jane', 76));

    await scene.bodies(receiver, 2);
    assert.equal(idsOf(receiver.received)[1], event);
    scene.pass(HOUR_MS);
    await remove();
  });

  it('are repeated on demand with the same id', async () => {
    const { receiver, id, remove } = await begin({ kinds: ['message.created'] });
    const [event] = await scene.write(eventOf('jane', 81));
    await scene.bodies(receiver, 1);
    await until(async () => (await scene.deliveries(id))[0].attributes.status === 'delivered');
    const [{ id: delivery }] = await scene.deliveries(id);

    const again = await scene.server.ask({
      method: 'POST',
      url: `/WebhookDeliveries/${delivery}/redeliver`,
      key: scene.admin,
    });

    assert.deepEqual([again.status, again.body.data.attributes.status], [200, 'pending']);
    await scene.bodies(receiver, 2);
    assert.deepEqual(idsOf(receiver.received), [event, event]);
    await remove();
  });

  it('of a slow receiver delay no other', async () => {
    const slow = await begin({ kinds: ['message.updated'] });
    const quick = await begin({ kinds: ['message.updated'] });
    slow.receiver.behave((_message, response) => setTimeout(() => response.writeHead(204).end(), 1_500));
    const begun = performance.now();
    await scene.write(
      ...Array.from({ length: 40 }, (_, index) => eventOf('jane', 900 + index, 'message.updated')),
    );

    await scene.bodies(quick.receiver, 40);

    const tookMs = performance.now() - begun;
    assert.ok(slow.receiver.received.length < 10, `${slow.receiver.received.length} in ${tookMs} ms`);
    assert.deepEqual(idsOf(quick.receiver.received), [...new Set(idsOf(quick.receiver.received))]);
    await slow.remove();
    await quick.remove();
  });
});
