/** Webhooks over HTTP: made, shown, changed and removed, within the rights of keys. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { answering, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { startWebhookScene, until, type WebhookScene } from './webhook-scene.ts';

describe('Webhooks', () => {
  let scene: WebhookScene;
  let receiver: WebhookReceiver;
  let url = '';
  before(async () => {
    scene = await startWebhookScene();
    receiver = await scene.receive();
    url = `http://127.0.0.1:${receiver.port}/in`;
  });
  after(() => scene.close());

  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: object = {}) =>
    scene.server.ask({ method, url: path, key: scene.admin, ...options });
  const document = (attributes: object, id?: string, accounts?: readonly string[]) => ({
    data: {
      ...{ type: 'Webhook', ...(id && { id }), attributes },
      ...(accounts && {
        relationships: {
          MailAccounts: { data: accounts.map((each) => ({ type: 'MailAccount', id: each })) },
        },
      }),
    },
  });

  it('are shown with their secret once, and are not in clear in the file', async () => {
    const made = await scene.make(
      { url, kinds: ['message.*', 'account.removed'], fields: ['subject'] },
      { accounts: ['jane'] },
    );
    const { id, attributes, relationships } = made.body.data;
    const { secret } = made.body.meta;
    const read = await ask('GET', `/Webhooks/${id}`);
    const first = await ask('GET', '/Webhooks?page[limit]=1');
    await scene.make({ url });

    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(made.headers.location, made.body.data.links.self);
    assert.deepEqual(attributes, {
      ...{ url, kinds: ['message.*', 'account.removed'], fields: ['subject'], enabled: true, state: 'ok' },
      ...{ problem: null, createdAt: attributes.createdAt },
    });
    assert.deepEqual(relationships.MailAccounts.data, [{ type: 'MailAccount', id: 'jane' }]);
    assert.deepEqual(read.body.data, made.body.data);
    assert.equal(first.body.data.length, 1);
    assert.ok(![read, first].some(({ body }) => JSON.stringify(body).includes(secret.slice(6))));
    const { file } = scene.server;
    const octets = await Promise.all([file, `${file}-wal`].map((path) => readFile(path)));
    assert.ok(!Buffer.concat(octets).includes(secret.slice(6)));
  });

  it('refuse documents that no webhook can be, with their pointers', async () => {
    const post = async (attributes: object, accounts?: readonly string[]) =>
      (await ask('POST', '/Webhooks', { document: document(attributes, undefined, accounts) })).error;

    assert.deepEqual(
      await Promise.all([
        post({}),
        post({ url: 'http://hooks.example.org/' }),
        post({ url: 'https://127.0.0.1/' }),
        post({ url: 'https://localhost/' }),
        post({ url: 'https://hooks.example.org:0/' }),
        post({ url: 7 }),
        post({ url, kinds: ['mail.*'] }),
        post({ url, fields: ['subject', 'colour'] }),
        post({ url, fields: 'subject' }),
        post({ url, fields: ['a,b'] }),
        post({ url, enabled: 'yes' }),
        post({ url, state: 'ok' }),
        post({ url }, ['unknown']),
      ]),
      [
        [422, 'invalid-value', '/data/attributes/url'],
        ...Array(4).fill([422, 'host-not-allowed', '/data/attributes/url']),
        [422, 'invalid-value', '/data/attributes/url'],
        [422, 'invalid-value', '/data/attributes/kinds/0'],
        ...Array(3).fill([422, 'invalid-value', '/data/attributes/fields']),
        [422, 'invalid-value', '/data/attributes/enabled'],
        [422, 'invalid-value', '/data/attributes/state'],
        [404, 'mail-account-unknown', '/data/relationships/MailAccounts'],
      ],
    );
  });

  it('need their scope, and that of mail for fields', async () => {
    const reader = await scene.server.makeKey({ scopes: ['mail.read'] });
    const hooks = await scene.server.makeKey({ scopes: ['webhooks'] });
    const { id } = (await scene.make({ url, fields: ['subject'] })).body.data;

    const refused = [
      await ask('GET', '/Webhooks', { key: reader }),
      await ask('POST', '/Webhooks', { key: hooks, document: document({ url, fields: ['subject'] }) }),
      await ask('PATCH', `/Webhooks/${id}`, {
        key: hooks,
        document: document({ url: 'https://evil.example/' }, id),
      }),
    ];

    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.errors[0].code, body.errors[0].meta.scope]),
      [[403, 'scope-missing', 'webhooks'], ...Array(2).fill([403, 'scope-missing', 'mail.read'])],
    );
    assert.equal((await scene.make({ url }, { key: hooks })).status, 201);
  });

  it('get no other receiver and no secret by a key that ends before theirs', async () => {
    const expiresAt = new Date(scene.clock.now + 3_600_000).toISOString();
    const attributes = { name: 'ending', scopes: ['mail.read', 'webhooks'], expiresAt };
    const ending = (await ask('POST', '/ApiKeys', { document: { data: { type: 'ApiKey', attributes } } }))
      .body.meta.secret;
    const lasting = (await scene.make({ url })).body.data.id;
    const own = (await scene.make({ url }, { key: ending })).body.data.id;
    const move = (id: string, key: string) =>
      ask('PATCH', `/Webhooks/${id}`, { key, document: document({ url: `${url}/other` }, id) });
    const renew = (id: string, key: string) => ask('POST', `/Webhooks/${id}/secret`, { key });

    const refused = [await move(lasting, ending), await renew(lasting, ending)];
    const allowed = [
      await ask('PATCH', `/Webhooks/${lasting}`, { key: ending, document: document({ kinds: [] }, lasting) }),
      await move(own, ending),
      await renew(own, ending),
      await move(own, scene.admin),
    ];

    assert.deepEqual(
      refused.map(({ error }) => error.slice(0, 2)),
      Array(2).fill([403, 'access-denied']),
    );
    assert.deepEqual(
      allowed.map(({ status }) => status),
      Array(4).fill(200),
    );
  });

  it('of a bound key have its accounts, and others are not seen by it', async () => {
    const bound = await scene.server.makeKey({ scopes: ['webhooks', 'mail.read'], accounts: ['ann'] });
    const all = (await scene.make({ url })).body.data.id;
    const janes = (await scene.make({ url }, { accounts: ['jane'] })).body.data.id;
    const anns = (await scene.make({ url }, { accounts: ['ann'] })).body.data.id;
    // Lists are in order of creation.
    scene.pass(1);

    const own = (await scene.make({ url }, { key: bound })).body.data;
    const list = await ask('GET', '/Webhooks', { key: bound });
    const foreign = [
      await ask('GET', `/Webhooks/${all}`, { key: bound }),
      await ask('DELETE', `/Webhooks/${janes}`, { key: bound }),
      await ask('POST', `/Webhooks/${janes}/secret`, { key: bound }),
      await ask('POST', `/Webhooks/${janes}/test`, { key: bound }),
      await ask('GET', `/Webhooks/${janes}/deliveries`, { key: bound }),
    ];
    const outside = await ask('POST', '/Webhooks', {
      key: bound,
      document: document({ url }, undefined, ['jane']),
    });
    const widened = await ask('PATCH', `/Webhooks/${own.id}`, { document: document({}, own.id, ['jane']) });

    assert.deepEqual(own.relationships.MailAccounts.data, [{ type: 'MailAccount', id: 'ann' }]);
    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      [anns, own.id],
    );
    assert.deepEqual(
      foreign.map(({ error }) => error),
      Array(5).fill([404, 'webhook-unknown']),
    );
    assert.deepEqual(
      [outside.error[0], outside.error[1], widened.error[1]],
      [404, 'mail-account-unknown', 'mail-account-unknown'],
    );
  });

  it('are changed by If-Match, and gone once they are deleted', async () => {
    const made = await scene.make({ url });
    const { id } = made.body.data;
    const changed = await ask('PATCH', `/Webhooks/${id}`, {
      ...{
        document: document({ kinds: ['folder.*'], enabled: false }, id),
        headers: { 'if-match': made.headers.etag },
      },
    });
    const late = await ask('PATCH', `/Webhooks/${id}`, {
      ...{ document: document({ kinds: [] }, id), headers: { 'if-match': made.headers.etag } },
    });
    const mismatched = await ask('PATCH', `/Webhooks/${id}`, { document: document({}, 'other') });

    assert.deepEqual(
      [changed.status, changed.body.data.attributes.state, changed.body.data.attributes.kinds],
      [200, 'disabled', ['folder.*']],
    );
    assert.deepEqual([late.status, mismatched.error[0]], [412, 409]);
    assert.equal((await ask('DELETE', `/Webhooks/${id}`)).status, 204);
    assert.deepEqual((await ask('GET', `/Webhooks/${id}`)).error, [404, 'webhook-unknown']);
    assert.deepEqual((await ask('POST', '/WebhookDeliveries/unknown/redeliver')).error, [
      404,
      'webhook-delivery-unknown',
    ]);
  });

  it('have a URL as it is sent, whatever a person has typed', async () => {
    const typed = ['HTTPS://Hooks.example.org', ' https://hooks.example.org/a b\n', 'https://höfe.example/ü'];

    const made = await Promise.all(typed.map((each) => scene.make({ url: each })));
    const long = await ask('POST', '/Webhooks', {
      document: document({ url: `https://a.example/${'x'.repeat(2_000)}` }),
    });

    assert.deepEqual(
      made.map(({ body }) => body.data.attributes.url),
      ['https://hooks.example.org/', 'https://hooks.example.org/a%20b', 'https://xn--hfe-sna.example/%C3%BC'],
    );
    assert.equal(long.body.errors[0].detail, 'Must have at most 2000 characters.');
  });

  it('take their whole resource back', async () => {
    const { data } = (await scene.make({ url }, { accounts: ['jane'] })).body;

    const answer = await ask('PATCH', `/Webhooks/${data.id}`, {
      document: { data: { ...data, attributes: { ...data.attributes, kinds: ['folder.*'] } } },
    });

    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.data, { ...data, attributes: { ...data.attributes, kinds: ['folder.*'] } });
  });

  it('sign with both secrets for a day after a new one', async () => {
    const own = await scene.receive();
    const made = await scene.make({ url: `http://127.0.0.1:${own.port}/`, kinds: ['submission.sent'] });
    const { id } = made.body.data;
    const renewed = await ask('POST', `/Webhooks/${id}/secret`);
    const [old, recent] = [made, renewed].map(({ body }) => new Webhook(body.meta.secret));
    const verified = async () => {
      await ask('POST', `/Webhooks/${id}/test`);
      const { body, headers } = own.received.at(-1) ?? { body: '', headers: {} as Record<string, string> };
      return [old, recent].map((one) => {
        try {
          return one?.verify(body, headers) !== undefined;
        } catch (error) {
          return /No matching signature/.test(String(error)) ? false : String(error);
        }
      });
    };

    assert.notEqual(renewed.body.meta.secret, made.body.meta.secret);
    assert.deepEqual(await verified(), [true, true]);
    const { clock } = scene;
    const stored = await scene.server.store.store.webhooks.find(id);
    assert.ok(stored?.previousEndsAt);
    assert.ok(Math.abs(stored.previousEndsAt - clock.now - 24 * 60 * 60_000) < 60_000);
    await scene.server.store.store.webhooks.save({ ...stored, previousEndsAt: clock.now });
    assert.deepEqual(await verified(), [false, true]);
  });

  it('are tested at once, ten times a minute, and tell what happened', async () => {
    const own = await scene.receive();
    const { id } = (await scene.make({ url: `http://127.0.0.1:${own.port}/`, enabled: false })).body.data;
    own.behave(answering(500));

    const tests = [];
    for (let count = 0; count < 11; count += 1) tests.push(await ask('POST', `/Webhooks/${id}/test`));
    const [test, ...others] = tests;

    assert.deepEqual(
      [test?.body.data.type, test?.body.data.attributes],
      [
        'WebhookDelivery',
        { status: 'failed', attempts: 1, lastAnswer: { status: 500, text: 'status 500' }, nextAt: null },
      ],
    );
    const { type, data } = JSON.parse(own.received[0]?.body ?? '');
    assert.deepEqual([type, data], ['webhook.test', { type: 'Webhook', id }]);
    assert.equal(own.received[0]?.headers['webhook-id'], test?.body.data.id);
    assert.deepEqual(
      others.map(({ status }) => status),
      [...Array(9).fill(200), 429],
    );
    assert.equal(own.received.length, 10);
  });

  it('are disabled with their key, and given to the next that enables them', async () => {
    const own = await scene.receive();
    const made = await ask('POST', '/ApiKeys', {
      document: { data: { type: 'ApiKey', attributes: { name: 'CRM', scopes: ['webhooks'] } } },
    });
    const key = made.body.meta.secret;
    const { id } = (
      await scene.make({ url: `http://127.0.0.1:${own.port}/`, kinds: ['message.created'] }, { key })
    ).body.data;
    assert.equal((await ask('DELETE', `/ApiKeys/${made.body.data.id}`)).status, 204);
    const attributes = async () => (await ask('GET', `/Webhooks/${id}`)).body.data.attributes;
    await scene.write({ uid: 801 });
    await until(async () => (await attributes()).state === 'disabled');

    assert.equal((await attributes()).problem.code, 'key-ended');
    assert.deepEqual(own.received, []);
    const enabled = await ask('PATCH', `/Webhooks/${id}`, { document: document({ enabled: true }, id) });
    assert.deepEqual(
      [enabled.body.data.attributes.state, enabled.body.data.attributes.problem],
      ['ok', null],
    );
    const [body] = await scene.bodies(own, 1);
    assert.equal(body.type, 'message.created');
  });
});
