/** The log of events as a stream by API key, over real sockets. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import { type EventReader, listen } from '../../http/v1/events/event-reader.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { type ConnectedServer, startConnectedServer, V1 } from './connected-server.ts';

const asId = (text: string) => text as MailAccountId;

describe('The stream of events by key', () => {
  let server: ConnectedServer;
  let url = '';
  let admin = '';
  let uid = 0;
  before(async () => {
    server = await startConnectedServer({ settings: { APP_EVENT_STREAMS: '30', APP_WATCH: 'false' } });
    url = `${await server.posthorn.listen()}${V1}/events`;
    admin = await server.makeKey({ scopes: ['mail.read', 'accounts', 'keys'] });
    for (const id of ['jane', 'ann', 'bob']) {
      await server.store.store.accounts.save(buildAccount({ id: asId(id), state: 'connecting' }));
    }
  });
  after(() => server?.close());

  const write = async (account: string, changes: Partial<MailEvent> = {}): Promise<MailEvent> => {
    uid += 1;
    const event = buildEvent({ account: asId(account), uid, at: Date.now(), ...changes });
    await server.store.store.events.advance(buildAdvance({ account: asId(account), events: [event] }));
    return event;
  };
  const open = async (
    t: TestContext,
    { key = admin, query = '', lastEventId }: { key?: string; query?: string; lastEventId?: string } = {},
  ): Promise<EventReader> => {
    const stream = await listen(`${url}${query}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(lastEventId !== undefined && { lastEventId }),
    });
    t.after(() => stream.close());
    assert.equal((await stream.next()).event, 'state');
    return stream;
  };
  const ask = (headers: Readonly<Record<string, string>>, query = '') =>
    fetch(`${url}${query}`, { headers: { authorization: `Bearer ${admin}`, ...headers } });

  it('has the events of all accounts from now on, each as the resource of the list', async (t) => {
    await write('jane');
    const stream = await open(t);
    const written = [await write('jane'), await write('ann', { kind: 'message.removed' })];

    const read = [await stream.next(), await stream.next()];
    const list = await server.ask({ url: '/Events' });

    assert.deepEqual(
      read.map(({ event, id }) => [event, id]),
      written.map(({ kind, id }) => [kind, id]),
    );
    const resources = JSON.stringify(list.body.data.slice(-2)).replaceAll(
      'http://localhost:80',
      new URL(url).origin,
    );
    assert.deepEqual(
      read.map(({ data }) => data),
      JSON.parse(resources),
    );
  });

  it('continues behind the last event of the client, and misses none while it is away', async (t) => {
    const first = await open(t);
    const begun = await write('jane');
    assert.equal((await first.next()).id, begun.id);
    first.close();
    const missed = [await write('ann'), await write('jane'), await write('bob')];

    const second = await open(t, { lastEventId: begun.id });
    const read = [await second.next(), await second.next(), await second.next()];

    assert.deepEqual(
      read.map(({ id }) => id),
      missed.map(({ id }) => id),
    );
  });

  it('gives a client that gets nothing an id to continue from', async (t) => {
    const stream = await listen(url, { headers: { authorization: `Bearer ${admin}` } });
    const { id } = await stream.next();
    stream.close();
    const missed = await write('ann');

    assert.equal((await (await open(t, { lastEventId: id })).next()).id, missed.id);
  });

  it('has what is asked for and what the key opens, and follows a change of its accounts', async (t) => {
    const key = await server.makeKey({ scopes: ['mail.read'], accounts: ['jane', 'ann'] });
    const [, keyId = ''] = key.split('_');
    const filtered = await open(t, {
      query: '?filter[kind]=folder.*,message.removed&filter[MailAccount]=ann,bob',
    });
    const bound = await open(t, { key });
    await write('ann');
    await write('bob', { kind: 'message.removed' });
    await write('jane', { kind: 'message.removed' });

    assert.equal((await filtered.next()).event, 'message.removed');
    assert.deepEqual(
      [(await bound.next()).event, (await bound.next()).event],
      ['message.created', 'message.removed'],
    );
    const relationships = { MailAccounts: { data: [{ type: 'MailAccount', id: 'bob' }] } };
    const document = { data: { type: 'ApiKey', id: keyId, relationships } };
    const changed = await server.ask({ method: 'PATCH', url: `/ApiKeys/${keyId}`, key: admin, document });
    assert.equal(changed.status, 200);
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    await write('jane');
    const last = await write('bob');
    assert.equal((await bound.next()).id, last.id);
  });

  it('ends when the key is revoked, within 5 s', async (t) => {
    const key = await server.makeKey({ scopes: ['mail.read'] });
    const stream = await open(t, { key });
    const kept = await open(t);
    const begun = performance.now();
    const revoked = await server.ask({ method: 'DELETE', url: `/ApiKeys/${key.split('_')[1]}`, key: admin });
    assert.equal(revoked.status, 204);

    await stream.ended;

    assert.ok(performance.now() - begun < 5_000);
    const event = await write('jane');
    assert.equal((await kept.next()).id, event.id);
  });

  it('has nothing of a removed account but its end, also for a client that comes back', async (t) => {
    const stream = await open(t);
    const before = await write('ann');
    await stream.next();
    await server.store.store.accounts.save(buildAccount({ id: asId('gone'), state: 'connecting' }));
    for (let count = 0; count < 5; count += 1) await write('gone');
    await server.ask({ method: 'DELETE', url: '/MailAccounts/gone', key: admin });
    const end = await write('jane');

    const again = await open(t, { lastEventId: before.id });

    assert.deepEqual([(await again.next()).event, (await again.next()).id], ['account.removed', end.id]);
  });

  it('has the end of an account for the keys that were bound to it, at once and later', async (t) => {
    await server.store.store.accounts.save(buildAccount({ id: asId('left'), state: 'connecting' }));
    const key = await server.makeKey({ scopes: ['mail.read'], accounts: ['left'] });
    const other = await server.makeKey({ scopes: ['mail.read'], accounts: ['jane'] });
    const before = await write('left');
    const streams = [await open(t, { key }), await open(t, { key: other })];
    await server.ask({ method: 'DELETE', url: '/MailAccounts/left', key: admin });
    const next = await write('jane');
    streams.push(await open(t, { key, lastEventId: before.id }));

    const [end, passed, again] = await Promise.all(streams.map((stream) => stream.next()));

    assert.deepEqual([end?.event, again?.event, again?.id], ['account.removed', 'account.removed', end?.id]);
    assert.equal(passed?.id, next.id);
  });

  it('refuses wrong headers and parameters by name, other types, and logins of people', async () => {
    const answers = [
      await ask({ 'last-event-id': 'A'.repeat(32) }),
      await ask({ 'last-event-id': '7' }),
      await ask({}, '?filter[kind]=mail'),
      await ask({}, '?since=x'),
      await ask({ accept: 'application/json' }),
      await ask({ authorization: `Basic ${btoa('jane@example.org:x')}` }),
    ];

    const errors = await Promise.all(
      answers.map(async (answer) => {
        const [error] = ((await answer.json()) as { errors: readonly { code: string; source?: object }[] })
          .errors;
        return [answer.status, error?.code, ...Object.values(error?.source ?? {})];
      }),
    );
    assert.deepEqual(errors, [
      [410, 'events-gone', 'Last-Event-ID'],
      [400, 'invalid-parameter', 'Last-Event-ID'],
      [400, 'invalid-parameter', 'filter[kind]'],
      [400, 'unknown-parameter', 'since'],
      [406, 'not-acceptable', 'Accept'],
      [403, 'access-denied'],
    ]);
  });

  it('leaves as many to others if a key for an account makes more of them', async (t) => {
    const few = await startConnectedServer({ settings: { APP_EVENT_STREAMS: '6', APP_WATCH: 'false' } });
    t.after(() => few.close());
    for (const id of ['jane', 'ann']) {
      await few.store.store.accounts.save(buildAccount({ id: asId(id), state: 'connecting' }));
    }
    const address = `${await few.posthorn.listen()}${V1}/events`;
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    const take = async (account: string) => {
      const key = await few.makeKey({ scopes: ['mail.read'], accounts: [account] });
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(address, { signal: leaving.signal, headers })).status;
    };

    const statuses: number[] = [];
    for (const account of ['jane', 'jane', 'jane', 'jane', 'ann']) statuses.push(await take(account));

    assert.deepEqual(statuses, [200, 200, 200, 503, 200]);
  });

  it('leaves half of all streams to others', async (t) => {
    const key = await server.makeKey({ scopes: ['mail.read'] });
    const streams: Response[] = [];
    const take = async (withKey: string) => {
      const leaving = new AbortController();
      t.after(() => leaving.abort());
      const answer = await fetch(url, {
        signal: leaving.signal,
        headers: { authorization: `Bearer ${withKey}` },
      });
      streams.push(answer);
      return answer.status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 16; count += 1) statuses.push(await take(key));

    assert.deepEqual([statuses.slice(0, 15).every((status) => status === 200), statuses[15]], [true, 503]);
    assert.equal(await take(await server.makeKey({ scopes: ['mail.read'] })), 200);
  });
});
