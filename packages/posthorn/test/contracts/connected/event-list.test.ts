/** The log of events by API key: what each key sees of it, page by page, and how long. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { readMetrics } from '../../composition/metrics-page.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { type ConnectedServer, startConnectedServer } from './connected-server.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = 1_764_000_000_000;
const asId = (text: string) => text as MailAccountId;

describe('Events by key', () => {
  let server: ConnectedServer;
  const clock = { now: NOW };
  before(async () => {
    server = await startConnectedServer({
      settings: { APP_EVENTS_DAYS: '2', APP_WATCH: 'false', METRICS_PORT: '0' },
      overrides: { clock: () => () => clock.now },
    });
    for (const id of ['jane', 'ann', 'bob@x']) {
      await server.store.store.accounts.save(buildAccount({ id: asId(id), state: 'connecting' }));
    }
  });
  after(() => server?.close());

  const write = (...events: readonly MailEvent[]) =>
    server.store.store.events.advance(buildAdvance({ account: events[0]?.account ?? asId('jane'), events }));
  const idsOf = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
    body.data.map(({ id }) => id);

  it('are shown with their account, folder and message, and with the fields that are asked for', async () => {
    const event = buildEvent({
      ...{ account: asId('bob@x'), at: NOW + 7, data: { messageId: 'a@example.org' } },
      message: { mailbox: '[Gmail]/Sent' as MailboxName, uidValidity: 7, uid: 4 },
    });
    const folder = buildEvent({
      ...{ kind: 'folder.reset', message: null, mailbox: 'INBOX' as MailboxName, account: asId('bob@x') },
    });
    await write(event, folder);

    const one = await server.ask({ url: `/Events/${event.id}` });
    const few = await server.ask({
      url: '/Events?fields[Event]=kind,MailFolder&filter[MailAccount]=bob~40x',
    });

    const base = 'http://localhost:80/rest-api-email/v1';
    const account = { type: 'MailAccount', id: 'bob~40x' };
    assert.deepEqual(one.body.data, {
      ...{ type: 'Event', id: event.id },
      attributes: {
        kind: 'message.created',
        at: new Date(NOW + 7).toISOString(),
        data: { messageId: 'a@example.org' },
      },
      relationships: {
        MailAccount: { links: { related: `${base}/MailAccounts/bob~40x` }, data: account },
        MailFolder: {
          links: { related: `${base}/MailFolders/bob~40x.~5BGmail~5D~2FSent` },
          data: { type: 'MailFolder', id: 'bob~40x.~5BGmail~5D~2FSent' },
        },
        MessageItem: {
          links: { related: `${base}/MessageItems/bob~40x.~5BGmail~5D~2FSent.7.4` },
          data: { type: 'MessageItem', id: 'bob~40x.~5BGmail~5D~2FSent.7.4' },
        },
      },
      links: { self: `${base}/Events/${event.id}` },
    });
    assert.deepEqual(few.body.data[1], {
      ...{ type: 'Event', id: folder.id, attributes: { kind: 'folder.reset' } },
      relationships: {
        MailFolder: {
          links: { related: `${base}/MailFolders/bob~40x.INBOX` },
          data: { type: 'MailFolder', id: 'bob~40x.INBOX' },
        },
      },
      links: { self: `${base}/Events/${folder.id}` },
    });
  });

  it('come page by page, each once, whatever is written between', async () => {
    const written = Array.from({ length: 7 }, (_, index) => buildEvent({ uid: 100 + index, at: NOW }));
    await write(...written.slice(0, 5));
    const read: string[] = [];
    let url = '/Events?filter[MailAccount]=jane&page[limit]=2';
    for (let pages = 0; pages < 3; pages += 1) {
      const answer = await server.ask({ url });
      read.push(...idsOf(answer));
      url = String(answer.body.links.next ?? '').replace('http://localhost:80', '');
    }
    assert.deepEqual([url, read], ['', written.slice(0, 5).map(({ id }) => id)]);
    await write(...written.slice(5));

    const rest = await server.ask({ url: `/Events?filter[MailAccount]=jane&page[after]=${read.at(-1)}` });

    assert.deepEqual(
      idsOf(rest),
      written.slice(5).map(({ id }) => id),
    );
  });

  it('are those of the accounts and kinds that are asked for, and that the key opens', async () => {
    const start = await server.store.store.events.newest();
    const hidden = buildEvent({ kind: 'webhook.disabled', account: null, message: null, uid: 8, at: NOW });
    await write(buildEvent({ uid: 200, at: NOW }), hidden);
    await write(buildEvent({ account: asId('ann'), kind: 'message.removed', uid: 201, at: NOW }));
    await write(buildEvent({ account: asId('ann'), kind: 'folder.removed', uid: 202, at: NOW }));
    const bound = await server.makeKey({ accounts: ['ann'] });
    const kindsOf = async (query: string, key?: string) => {
      const answer = await server.ask({
        url: `/Events?page[after]=${start?.id}${query}`,
        ...(key && { key }),
      });
      return answer.body.data.map((event: { attributes: { kind: string } }) => event.attributes.kind);
    };

    assert.deepEqual(await kindsOf(''), [
      'message.created',
      'webhook.disabled',
      'message.removed',
      'folder.removed',
    ]);
    assert.deepEqual(await kindsOf('&filter[kind]=message.*'), ['message.created', 'message.removed']);
    assert.deepEqual(await kindsOf('&filter[kind]=folder.removed,webhook.disabled'), [
      'webhook.disabled',
      'folder.removed',
    ]);
    assert.deepEqual(await kindsOf('&filter[MailAccount]=jane,nobody'), ['message.created']);
    assert.deepEqual(await kindsOf('', bound), ['message.removed', 'folder.removed']);
    assert.deepEqual(await kindsOf('&filter[MailAccount]=jane', bound), []);
    assert.deepEqual(await kindsOf('&filter[MailAccount]=jane,ann&filter[kind]=folder.*', bound), [
      'folder.removed',
    ]);
    const foreign = await server.ask({ url: `/Events/${buildEvent({ uid: 200 }).id}`, key: bound });
    const none = await server.ask({ url: `/Events/${hidden.id}`, key: bound });
    assert.deepEqual(
      [foreign.error, none.error],
      [
        [410, 'events-gone'],
        [410, 'events-gone'],
      ],
    );
    assert.equal((await server.ask({ url: `/Events/${hidden.id}` })).status, 200);
  });

  it('are for keys with the scope, and not for the logins of people', async () => {
    const weak = await server.makeKey({ scopes: ['accounts', 'mail.write', 'mail.send'] });
    const login = { authorization: `Basic ${btoa('jane@example.org:secret')}` };
    const answers = [
      await server.ask({ url: '/Events', key: weak }),
      await server.ask({ url: '/Events', headers: login }),
      await server.ask({ url: `/Events/${buildEvent().id}`, headers: login }),
      await server.ask({ url: '/Events', headers: { authorization: '' } }),
    ];

    assert.deepEqual(
      answers.map(({ error: [status, code] }) => [status, code]),
      [
        [403, 'scope-missing'],
        [403, 'access-denied'],
        [403, 'access-denied'],
        [401, 'authentication-required'],
      ],
    );
  });

  it('refuse wrong parameters by name', async () => {
    const wrong: Readonly<Record<string, string>> = {
      'page[after]': 'page[after]=1',
      'page[limit]': 'page[limit]=201',
      'filter[kind]': 'filter[kind]=message',
      'filter[MailAccount]': `filter[MailAccount]=${Array.from({ length: 201 }, (_, index) => index).join()}`,
    };
    for (const [name, query] of Object.entries(wrong)) {
      const answer = await server.ask({ url: `/Events?${query}` });
      assert.deepEqual(answer.error, [400, 'invalid-parameter', name]);
    }
    const others = ['filter[state]=ok', 'include=MailAccount', 'page[before]=x', 'fields[Event]=subject'];
    for (const query of others)
      assert.equal((await server.ask({ url: `/Events?${query}` })).status, 400, query);
  });

  it('are gone after their days, whether their rows are there or not', async () => {
    const old = buildEvent({ uid: 300, at: clock.now });
    await write(old);
    clock.now += 2 * DAY_MS;
    await write(buildEvent({ uid: 301, at: clock.now }));
    const after = (id: string) => server.ask({ url: `/Events?page[after]=${id}` });

    const kept = await after(old.id);
    clock.now += 1;
    const gone = await after(old.id);
    const all = await server.ask({ url: '/Events' });
    const unknown = await after('A'.repeat(32));

    assert.deepEqual(idsOf(kept), [buildEvent({ uid: 301 }).id]);
    assert.deepEqual(
      [gone.error, unknown.error],
      [
        [410, 'events-gone', 'page[after]'],
        [410, 'events-gone', 'page[after]'],
      ],
    );
    assert.deepEqual(idsOf(all), [buildEvent({ uid: 301 }).id]);
    assert.equal((await server.ask({ url: `/Events/${old.id}` })).status, 410);
  });

  it('are removed in batches once a minute, and only those', async () => {
    const { events } = server.store.store;
    const start = clock.now + DAY_MS;
    clock.now = start;
    for (let batch = 0; batch < 3; batch += 1) {
      const old = Array.from({ length: 400 }, (_, index) =>
        buildEvent({ uid: 1_000 + batch * 400 + index, at: start }),
      );
      await write(...old);
    }
    clock.now += 2 * DAY_MS + 1;
    const kept = buildEvent({ uid: 5_000, at: clock.now });
    await write(kept);

    const deadline = Date.now() + 60_000;
    const count = async () => (await events.list({ filter: {}, after: 0, limit: 1_000 })).length;
    while ((await count()) > 1 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));

    assert.deepEqual(
      (await events.list({ filter: {}, after: 0, limit: 9 })).map(({ event }) => event.id),
      [kept.id],
    );
  });

  it('go with their account, but for its end, and their ids stay valid', async () => {
    const event = buildEvent({ account: asId('ann'), uid: 400, at: clock.now });
    await write(event);

    await server.ask({ method: 'DELETE', url: '/MailAccounts/ann' });
    const all = await server.ask({ url: '/Events?filter[MailAccount]=ann' });
    const rest = await server.ask({ url: `/Events?page[after]=${event.id}` });

    const ends = [all, rest].map(({ body }) =>
      body.data.map(
        ({
          attributes,
          relationships,
        }: {
          attributes: object;
          relationships: { MailAccount: { data: object } };
        }) => [attributes, relationships.MailAccount.data],
      ),
    );
    const end = [
      { kind: 'account.removed', at: new Date(clock.now).toISOString(), data: {} },
      { type: 'MailAccount', id: 'ann' },
    ];
    assert.deepEqual(ends, [[end], [end]]);
    assert.equal((await server.ask({ url: `/Events/${event.id}` })).status, 410);
  });

  it('are counted by their group when they are written', async () => {
    const { metrics } = server.posthorn.services.telemetry;
    const written = async () => {
      const page = readMetrics((await metrics?.render({ idle: 0, inUse: 0, opening: 0, waiting: 0 })) ?? '');
      const groups = ['message', 'folder', 'account'];
      return groups.map((group) => page.get(`posthorn_events_written_total{group="${group}"}`) ?? 0);
    };
    const earlier = await written();
    const [one, two] = [501, 502].map((uid) => buildEvent({ uid, at: clock.now }));
    assert.ok(one && two);

    await write(one, two, buildEvent({ kind: 'folder.created', uid: 503, at: clock.now }));
    await server.store.store.accounts.save(buildAccount({ id: asId('max'), createdAt: clock.now }));
    await server.ask({ method: 'DELETE', url: '/MailAccounts/max' });

    const counts = (await written()).map((count, index) => count - (earlier[index] ?? 0));
    assert.deepEqual(counts, [2, 1, 2]);
  });

  it('have the end of an account also for the keys that were bound to it then', async () => {
    const save = () =>
      server.store.store.accounts.save(buildAccount({ id: asId('eve'), createdAt: clock.now }));
    await save();
    const bound = await server.makeKey({ accounts: ['eve', 'jane'] });
    const other = await server.makeKey({ accounts: ['jane'] });
    await server.ask({ method: 'DELETE', url: '/MailAccounts/eve' });
    clock.now += 1;
    await save();
    const later = await server.makeKey({ accounts: ['eve'] });
    const find = async (key: string) =>
      idsOf(await server.ask({ url: '/Events?filter[MailAccount]=eve&filter[kind]=account.removed', key }));

    const [end] = await find(bound);

    assert.deepEqual([await find(other), await find(later)], [[], []]);
    const answers = [bound, other, later].map((key) => server.ask({ url: `/Events/${end}`, key }));
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 410, 410],
    );
  });
});
