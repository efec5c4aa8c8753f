/** Many users at a time: lists, opened messages, flags, searches and sends. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from 'posthorn-sandbox';
import type { MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { buildMessage } from '../../packages/posthorn/test/support/message-samples.ts';
import { residentMemory } from '../../packages/posthorn/test/support/process-memory.ts';
import { type PosthornUnderTest, startPosthorn } from '../support/posthorn.ts';
import { processorMs, sessionProcessorMs } from '../support/processor-time.ts';
import type { RawImap } from '../support/raw-imap.ts';
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { BUSY_USERS, fillBusyAccounts } from '../support/special-mailboxes.ts';
import { figuresOf } from '../support/statistics.ts';
import { LIST_ITEMS, newestUids, openRawInbox, uidValidityOf, WINDOW } from './raw-session.ts';

/** Of each user. */
const REQUESTS = 20;
const CONCURRENT = 32;
/** Of the processor time of the mail server and ours, by that of the mail server alone. */
const LIMIT = 1.5;
const MEMORY_LIMIT_MB = 256;
const MB = 2 ** 20;
const ITEMS = '/MailFolders/INBOX/MessageItems';
const LIST = `${ITEMS}?page[limit]=${WINDOW}`;

type Work = 'list' | 'open' | 'flag' | 'search' | 'send';

/** Does a piece of work; `turn` counts those of its user. */
type Doing = Readonly<Record<Work, (turn: number) => Promise<unknown>>>;

interface Figures {
  readonly waits: readonly number[];
  readonly wallMs: number;
}

export async function measureMixedWork({ dovecot }: ScenarioInput): Promise<readonly Row[]> {
  await fillBusyAccounts(dovecot);
  const sink = await startSandbox({ users: BUSY_USERS, smtp: true });
  const posthorn = await startPosthorn(dovecot, { smtpPort: sink.smtpPort });
  const session = Number(await readFile(join(dovecot.folder, 'run/master.pid'), 'utf8'));
  const { pid } = posthorn.process;
  try {
    const sessions = await inTurns(BUSY_USERS, (user) => openRawInbox(dovecot, user));
    const raw = await inTurns(sessions, rawDoing);
    const rawStart = await sessionProcessorMs(session);
    const rawFigures = await workAll(raw);
    const rawCpuMs = (await sessionProcessorMs(session)) - rawStart;
    for (const imap of sessions) imap.close();
    const ours = await inTurns(BUSY_USERS, (user) => ourDoing(posthorn, user));
    // Code that runs for the first time, and bodies that nobody has read yet, are not the work of a day.
    await workAll(ours);
    const endWatching = posthorn.watchHealth();
    const ourStart = (await sessionProcessorMs(session)) + (await processorMs(pid));
    const figures = await workAll(ours);
    const ourCpuMs = (await sessionProcessorMs(session)) + (await processorMs(pid)) - ourStart;
    const longestGapMs = await endWatching();
    const memoryMb = (await residentMemory(pid)).peak / MB;
    const count = BUSY_USERS.length * REQUESTS;
    const name = `${BUSY_USERS.length} users, mixed work`;
    const common = { size: 20_000, longestGapMs };
    const unlimited = Number.POSITIVE_INFINITY;
    return [
      toRow({
        ...{ name: `${name}, ms of processors a request`, limit: LIMIT, ...common },
        ...{ rawMs: [rawCpuMs / count], ourMs: [ourCpuMs / count] },
      }),
      toRow({
        ...{ name: `${name}, ms a request`, limit: unlimited, ...common },
        ...{ rawMs: [rawFigures.wallMs / count], ourMs: [figures.wallMs / count] },
      }),
      toRow({
        ...{ name: `${name}, slowest of 100`, limit: unlimited, ...common },
        ...{ rawMs: [figuresOf(rawFigures.waits).p99], ourMs: [figuresOf(figures.waits).p99] },
      }),
      toRow({
        ...{ name: `${name}, in MB, not ms`, limit: 1, ...common },
        ...{ rawMs: [MEMORY_LIMIT_MB], ourMs: [memoryMb] },
      }),
    ];
  } finally {
    await posthorn.stop();
    await sink.close();
  }
}

/** All users at a time, each one request after the other, and so many of them in flight. */
async function workAll(users: readonly Doing[]): Promise<Figures> {
  const waits: number[] = [];
  const wallMs = await timed(() =>
    inTurns(users, async (doing, index) => {
      for (let turn = 0; turn < REQUESTS; turn += 1) {
        const work = workOf(index * REQUESTS + turn);
        waits.push(await timed(() => doing[work](turn)));
      }
    }),
  );
  return { waits, wallMs };
}

/** 70 % lists, 20 % opened messages, 5 % flags, 3 % searches, 2 % sends, spread over all requests. */
function workOf(index: number): Work {
  const share = (index * 37) % 100;
  if (share < 70) return 'list';
  if (share < 90) return 'open';
  if (share < 95) return 'flag';
  return share < 98 ? 'search' : 'send';
}

async function rawDoing(imap: RawImap): Promise<Doing> {
  const uids = await newestUids(imap);
  const set = uids.join(',');
  const uidOf = (turn: number) => uids[turn % uids.length];
  const message = buildMessage({ subject: 'Sent', text: 'Hello' }).toString('latin1');
  const fetchWindow = () => imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
  await fetchWindow();
  return {
    async list() {
      await imap.command('NOOP');
      await fetchWindow();
    },
    open: (turn) => imap.command(`UID FETCH ${uidOf(turn)} (UID FLAGS BODYSTRUCTURE BODY.PEEK[])`),
    flag: (turn) => imap.command(`UID STORE ${uidOf(turn)} ${turn % 2 ? '-' : '+'}FLAGS (\\Flagged)`),
    async search() {
      await imap.command('UID SORT (REVERSE DATE) UTF-8 FROM "sender-17@"');
      await fetchWindow();
    },
    // What goes to the sending server is the same on both sides, and costs the mail server nothing.
    send: () => imap.command(`APPEND Sent (\\Seen) {${message.length}+}\r\n${message}`),
  };
}

async function ourDoing(posthorn: PosthornUnderTest, user: MailUser): Promise<Doing> {
  const get = (path: string) => posthorn.send({ path, user });
  const { data } = JSON.parse((await get(LIST)).toString()) as { data: readonly { id: string }[] };
  const idOf = (turn: number) => data[turn % data.length]?.id ?? '';
  const pathOf = (id: string) => `${ITEMS}/${uidValidityOf(id)}.${id.split('.').at(-1)}`;
  const write = (method: string, path: string, resource: object) =>
    posthorn.send({ path, user, method, document: { data: { type: 'MessageItem', ...resource } } });
  const newMessage = {
    attributes: { to: [{ address: 'ann@example.com' }], subject: 'Sent', textPlain: 'Hello' },
  };
  return {
    list: () => get(LIST),
    open: (turn) => get(`${pathOf(idOf(turn))}?include=MessageBody`),
    flag: (turn) => write('PATCH', pathOf(idOf(turn)), flagged(idOf(turn), turn % 2 === 0)),
    search: () => get(`${LIST}&filter[from]=sender-17@`),
    send: () => write('POST', '/MailFolders/Drafts/MessageItems/send', newMessage),
  };
}

function flagged(id: string, isFlagged: boolean): object {
  return { id, attributes: { flagged: isFlagged } };
}

/** Does the work for each, some at a time; the results are in their order. */
async function inTurns<Each, Result>(
  all: readonly Each[],
  work: (each: Each, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...all.entries()];
  const workers = Array.from({ length: CONCURRENT }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, each] = next;
      results[index] = await work(each, index);
    }
  });
  await Promise.all(workers);
  return results;
}
