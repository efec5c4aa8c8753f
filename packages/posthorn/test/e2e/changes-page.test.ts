/** The code of docs/changes.md against the demo: the question for changes, its answer, events, and the client that reads them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runShell, shellBlocks, shownBlocks } from './documented-shell.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const PAGE = await readFile(new URL('../../../../docs/changes.md', import.meta.url), 'utf8');
const [REQUEST = ''] = shellBlocks(PAGE);
const [SHOWN_ANSWER = '', SHOWN_EVENTS = '', CLIENT = ''] = shownBlocks(PAGE);
const LOGIN = 'jane@posthorn.test:demo';
const AUTHORIZATION = `Basic ${btoa(LOGIN)}`;

/** An event as the client of the page gives it. */
interface TakenEvent {
  readonly type: string;
  readonly id: string;
  readonly data: object;
}

interface ListenOptions {
  readonly authorization: string;
  readonly signal: AbortSignal;
  readonly take: (event: TakenEvent) => void;
  readonly lastEventId?: string;
}

type Listen = (url: string, options: ListenOptions) => Promise<void>;

interface ListDocument {
  readonly data: readonly { readonly id: string; readonly meta: object }[];
  readonly meta: { readonly state: string };
}

describe('docs/changes.md', () => {
  let demo: PosthornProcess;
  let folder: string;
  let listen: Listen;
  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    folder = await mkdtemp(join(tmpdir(), 'posthorn-changes-'));
    await writeFile(join(folder, 'client.mjs'), `${CLIENT}\nexport { listen };\n`);
    ({ listen } = await import(pathToFileURL(join(folder, 'client.mjs')).href));
  });
  after(async () => {
    await demo?.stop();
    await rm(folder, { recursive: true });
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${demo.address}/rest-api-email/v1/${path}`, {
      ...init,
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/vnd.api+json' },
    });
  const list = async () =>
    (await (await ask('MailFolders/demo.INBOX/MessageItems?page[size]=1')).json()) as ListDocument;
  /** Marks the newest message, or takes the mark away. */
  const flag = async (flagged: boolean): Promise<string> => {
    const id = (await list()).data[0]?.id ?? '';
    const body = JSON.stringify({ data: { type: 'MessageItem', id, attributes: { flagged } } });
    assert.equal((await ask(`MessageItems/${id}`, { method: 'PATCH', body })).status, 200);
    return id;
  };
  /** Listens until the event `type` has come; gives all that have. */
  const eventsUntil = async (type: string, options: Partial<ListenOptions>, meanwhile = async () => '') => {
    const events: TakenEvent[] = [];
    const leaving = new AbortController();
    const take = (event: TakenEvent) => {
      events.push(event);
      if (event.type === type) leaving.abort();
      else void meanwhile();
    };
    const url = `${demo.address}/rest-api-email/v1/MailFolders/demo.INBOX/events`;
    const { signal } = leaving;
    await assert.rejects(listen(url, { authorization: AUTHORIZATION, signal, take, ...options }), {
      name: 'AbortError',
    });
    return events;
  };

  it('has a line that asks for changes, and the answer that comes', async () => {
    const { state } = (await list()).meta;
    const id = await flag(true);

    const line = REQUEST.replace('jane@example.org', LOGIN).replace('gmail.INBOX', 'demo.INBOX');
    const given = `API=${demo.address}/rest-api-email/v1\nSTATE='${state}'\n`;
    const [answer] = await runShell(given + line, { address: demo.address, cwd: folder });

    assert.equal(answer?.status, 200, answer?.text);
    const [document, shown]: readonly ListDocument[] = [
      JSON.parse(answer?.text ?? ''),
      JSON.parse(SHOWN_ANSWER),
    ];
    assert.deepEqual(
      document?.data.map(({ id, meta }) => [id, meta]),
      [[id, shown?.data[1]?.meta]],
    );
    assert.deepEqual(Object.keys(document ?? {}).sort(), Object.keys(shown ?? {}).sort());
    assert.deepEqual(Object.keys(document?.meta ?? {}).sort(), Object.keys(shown?.meta ?? {}).sort());
  });

  it('has a client that takes the events which it shows, and comes back behind the last one', async () => {
    const shownOf = (type: string) =>
      JSON.parse(new RegExp(`^event: ${type}\nid: .+\ndata: (.*)$`, 'm').exec(SHOWN_EVENTS)?.[1] ?? '');
    const events = await eventsUntil('changes', {}, () => flag(false));
    const [first] = events;

    assert.deepEqual(
      events.map(({ type }) => type),
      ['state', 'changes'],
    );
    assert.deepEqual(first?.data, shownOf('state'));
    assert.deepEqual(Object.keys(events[1]?.data ?? {}), Object.keys(shownOf('changes')));
    const again = await eventsUntil('changes', { lastEventId: first?.id ?? '' });
    assert.deepEqual(again.at(-1)?.data, events[1]?.data);
  });

  it('has no other code', () => {
    assert.equal((PAGE.match(/^```/gm)?.length ?? 0) / 2, 4);
  });
});
