/** Streams of events of version 1, over real connections. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { ACCOUNT, AUTHORIZATION, INBOX, startV1Server, USER, type V1Server } from '../v1-server.ts';
import { type EventReader, listen } from './event-reader.ts';

const RAW = 'From: Ann <ann@example.com>\r\nSubject: News\r\n\r\nText.\r\n';

let server: V1Server;
let address: string;
before(async () => {
  server = await startV1Server({ settings: { APP_EVENT_STREAMS_PER_ACCOUNT: '3' } });
  address = await server.posthorn.listen();
});
after(() => server.close());

const user = () => server.sandbox.user(USER.name);
const stateOf = async (url: string) => (await server.get(url)).json().meta.state;

async function open(
  t: TestContext,
  path: string,
  options: Parameters<typeof listen>[1] = {},
): Promise<EventReader> {
  const reader = await listen(address + path, options);
  t.after(() => reader.close());
  return reader;
}

describe('GET …/MailFolders/{id}/events', () => {
  it('says when to come back, and the state that it begins with', async (t) => {
    const reader = await open(t, `${INBOX}/events`);

    const { event, id, data } = await reader.next();

    assert.match(reader.text(), /^retry: \d+\n\n/);
    assert.deepEqual([event, data], ['state', {}]);
    assert.equal((await server.get(`${INBOX}/changes?since=${id}`)).statusCode, 200);
  });

  it('tells of new, changed and vanished messages by their ids, within a second', async (t) => {
    const reader = await open(t, `${INBOX}/events`);
    const { id: state } = await reader.next();

    const uid = user().deliver(RAW);
    const created = await reader.next(1_000);
    user().setFlags('INBOX', uid, ['\\Seen']);
    const updated = await reader.next(1_000);
    user().expunge('INBOX', uid);
    const removed = await reader.next(1_000);

    const { data } = (await server.get(`${INBOX}/changes?since=${state}`)).json();
    assert.deepEqual(data, []);
    const id = created.data.created?.[0];
    assert.match(String(id), new RegExp(`^gmail\\.INBOX\\.\\d+\\.${uid}$`));
    assert.deepEqual(
      [created, updated, removed].map(({ event, data: news }) => [event, news]),
      [
        ['changes', { type: 'MessageItem', created: [id], updated: [], removed: [], more: false }],
        ['changes', { type: 'MessageItem', created: [], updated: [id], removed: [], more: false }],
        ['changes', { type: 'MessageItem', created: [], updated: [], removed: [id], more: false }],
      ],
    );
  });

  it('goes on behind the last event that the client has seen', async (t) => {
    const first = await open(t, `${INBOX}/events`);
    const { id: lastEventId } = await first.next();
    first.close();
    const uids = [user().deliver(RAW), user().deliver(RAW)];

    const second = await open(t, `${INBOX}/events`, { lastEventId });
    const [begin, news] = [await second.next(), await second.next()];

    assert.equal(begin.id, lastEventId);
    assert.deepEqual(
      news.data.created?.map((id) => Number(id.split('.').at(-1))),
      uids.reverse(),
    );
  });

  it('begins with the state of a list', async (t) => {
    const since = await stateOf(`${INBOX}/MessageItems`);
    user().deliver(RAW);

    const reader = await open(t, `${INBOX}/events?since=${since}`);
    await reader.next();

    assert.equal((await reader.next()).data.created?.length, 1);
  });

  it('listens to the mail server by one connection, however many listen here', async (t) => {
    // A server of its own: connections of earlier streams may still begin to listen, or end.
    const own = await startV1Server();
    const readers: EventReader[] = [];
    t.after(() => {
      for (const reader of readers) reader.close();
      return own.close();
    });
    const path = `${await own.posthorn.listen()}${INBOX}/events`;
    for (let number = 0; number < 3; number += 1) readers.push(await listen(path));
    for (const reader of readers) await reader.next();

    own.sandbox.user(USER.name).deliver(RAW);
    const events = await Promise.all(readers.map((reader) => reader.next()));

    assert.equal(new Set(events.map(({ id }) => id)).size, 1);
    const idling = own.sandbox.recording.filter(({ name }) => name === 'IDLE');
    assert.equal(new Set(idling.map(({ connection }) => connection)).size, 1);
  });

  it('refuses more streams than there may be, and says when to come back', async (t) => {
    for (let number = 0; number < 3; number += 1) await open(t, `${INBOX}/events`);

    const answer = await fetch(`${address}${INBOX}/events`, { headers: { authorization: AUTHORIZATION } });

    assert.equal(answer.status, 503);
    assert.equal(Number(answer.headers.get('retry-after')) > 0, true);
  });

  it('gives the place of a client that has left to the next one', async (t) => {
    for (let number = 0; number < 6; number += 1) {
      const reader = await open(t, `${INBOX}/events`);
      await reader.next();
      reader.close();
      await reader.ended;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('refuses a state that was not given for the folder, and names where it came from', async () => {
    const headers = { authorization: AUTHORIZATION, 'last-event-id': 'nonsense' };
    const [byHeader, byParameter] = await Promise.all([
      fetch(`${address}${INBOX}/events`, { headers }),
      fetch(`${address}${INBOX}/events?since=${await stateOf(`${ACCOUNT}/MailFolders`)}`, {
        headers: { authorization: AUTHORIZATION },
      }),
    ]);

    assert.deepEqual([byHeader.status, byParameter.status], [400, 400]);
    const [first] = ((await byHeader.json()) as { errors: { code: string; source: object }[] }).errors;
    assert.deepEqual([first?.code, first?.source], ['state-invalid', { header: 'Last-Event-ID' }]);
  });

  it('names the parameters that it does not have, and one that is repeated', async () => {
    const headers = { authorization: AUTHORIZATION };
    const errorsOf = async (query: string) => {
      const answer = await fetch(`${address}${INBOX}/events${query}`, { headers });
      const { errors } = (await answer.json()) as {
        errors: readonly { code: string; source: { parameter?: string } }[];
      };
      return errors.map(({ code, source }) => [code, source.parameter]);
    };

    assert.deepEqual(await errorsOf('?page=1&limit=2'), [
      ['unknown-parameter', 'page'],
      ['unknown-parameter', 'limit'],
    ]);
    assert.deepEqual(await errorsOf('?since=a&since=b'), [['repeated-parameter', 'since']]);
  });

  it('answers HEAD with the headers alone, and refuses clients that want something else', async () => {
    const headers = { authorization: AUTHORIZATION };
    const head = await fetch(`${address}${INBOX}/events`, { method: 'HEAD', headers });
    const json = await fetch(`${address}${INBOX}/events`, {
      headers: { ...headers, accept: 'application/json' },
    });

    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream']);
    assert.equal(json.status, 406);
  });

  it('needs a login', async () => {
    assert.equal((await fetch(`${address}${INBOX}/events`)).status, 401);
  });

  it('tells the client to read the list again when the folder was re-created', async (t) => {
    const since = await stateOf(INBOX);
    user().setUidValidity('INBOX', 1_900_000_000);

    const reader = await open(t, `${INBOX}/events?since=${since}`);
    const { event, id } = await reader.next();

    assert.equal(event, 'reset');
    assert.equal((await server.get(`${INBOX}/changes?since=${id}`)).statusCode, 200);
  });
});

describe('GET …/MailAccounts/{id}/events', () => {
  it('tells of folders with news', async (t) => {
    const reader = await open(t, `${ACCOUNT}/events`);
    await reader.next();

    user().deliver(RAW, { mailbox: 'Work' });
    const { event, data } = await reader.next(12_000);

    assert.deepEqual(
      [event, data],
      ['changes', { type: 'MailFolder', created: [], updated: ['gmail.Work'], removed: [], more: false }],
    );
  });
});

describe('A stream of events', () => {
  it('ends when the server stops, and tells its client to come back', async (t) => {
    const stopped = await startV1Server();
    t.after(() => stopped.sandbox.close());
    const reader = await listen(`${await stopped.posthorn.listen()}${INBOX}/events`);
    await reader.next();

    const begin = performance.now();
    await stopped.close();
    await reader.ended;

    assert.match(reader.text(), /retry: \d+\n: stopping, come back\n\n$/);
    assert.ok(performance.now() - begin < 5_000);
  });
});
