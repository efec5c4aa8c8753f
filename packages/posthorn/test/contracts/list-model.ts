/** Compares the lists of a mail store with what a fresh session sees, while other clients change the mailbox. */
import assert from 'node:assert/strict';
import type { MessagePage } from '../../src/application/ports/mail/mail-store.ts';
import type { MessageItem, MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import type { MessageCriterion, MessageQuery, MessageSort } from '../../src/domain/messages/message-query.ts';
import { toUid } from '../../src/domain/values/uid.ts';
import {
  MAILBOX,
  MailboxClients,
  OTHER_MAILBOX,
  type SeenMessage,
  type StepCounts,
} from './mailbox-clients.ts';
import { createTestMailStore, mailboxName, type StoreUnderTest } from './store-under-test.ts';

export interface ListModelOptions {
  readonly backend: StoreUnderTest;
  readonly clients: number;
  /** About how many messages the mailbox has. */
  readonly messages: number;
  /** Steps of all clients together. */
  readonly operations: number;
  /** After so many steps all clients wait until the lists were compared. */
  readonly stepsBetweenBarriers: number;
  readonly random: () => number;
  /** Where messages that are marked \Deleted are not listed, because nothing else can be done to remove them. */
  readonly hidesDeleted: boolean;
  readonly onBarrier?: (done: number) => void;
}

/** What came of it. */
export interface ListModelResult {
  readonly barriers: number;
  readonly comparedLists: number;
  /** Lists that were asked for while the clients were at work. */
  readonly listsMeanwhile: number;
  readonly steps: StepCounts;
}

/** Processes that come and go between two barriers. */
const VISITORS = 3;
/** Requests for the same list at one time. */
const CROWD = 8;
const ATTRIBUTES: readonly MessageItemAttribute[] = [
  ...(['subject', 'date', 'size', 'seen', 'flagged', 'answered', 'keywords', 'previewText'] as const),
];
const BY_DATE: MessageSort = { key: 'date', isDescending: true };
const BY_UID: MessageSort = { key: 'uid', isDescending: false };
const UNSEEN: MessageCriterion = { kind: 'not', criterion: { kind: 'flag', flag: 'seen' } };

/** What is asked for; `criterion` is null where it is left out. */
type ListQuery = Pick<MessageQuery, 'window' | 'order'> & Partial<Pick<MessageQuery, 'criterion'>>;
const signal = () => AbortSignal.timeout(60_000);

/** Runs the clients and compares after each barrier. Throws an AssertionError for the first difference. */
export async function runListModel(options: ListModelOptions): Promise<ListModelResult> {
  const { backend, operations, stepsBetweenBarriers, random, onBarrier } = options;
  await backend.put(MAILBOX, []);
  await backend.put(OTHER_MAILBOX, []);
  const clients = await MailboxClients.open({
    server: { host: '127.0.0.1', port: backend.account.inbox.port },
    user: { name: backend.account.login.user, password: backend.account.login.secret.reveal() },
    clients: options.clients,
    minMessages: options.messages,
    random,
    deliver: (message) => backend.put(MAILBOX, [message]),
  });
  let [barriers, comparedLists, listsMeanwhile, done] = [0, 0, 0, 0];
  try {
    while (done < operations) {
      const reading = await readMeanwhile(options);
      await clients.work(Math.min(stepsBetweenBarriers, operations - done));
      done += stepsBetweenBarriers;
      listsMeanwhile += await reading.end();
      await changeOurselves(options, await clients.look());
      comparedLists += await compareLists(options, await clients.look());
      barriers += 1;
      onBarrier?.(Math.min(done, operations));
    }
    assertAllKinds(clients.counts);
  } finally {
    await clients.close();
  }
  return { barriers, comparedLists, listsMeanwhile, steps: clients.counts };
}

function assertAllKinds(counts: StepCounts): void {
  for (const [kind, count] of Object.entries(counts)) {
    assert.ok(count > 0, `no message was ${kind}`);
  }
}

/** Lists windows all the time; none of them may fail, or show a message twice. */
async function readMeanwhile({ backend, random }: ListModelOptions): Promise<{ end(): Promise<number> }> {
  const visitors = await openVisitors(backend);
  let isOver = false;
  let lists = 0;
  const read = async () => {
    while (!isOver) {
      const start = Math.floor(random() * 40);
      const order = random() < 0.5 ? BY_DATE : BY_UID;
      const { items } = await list(backend, { window: { start, limit: 20 }, order: [order] });
      assert.equal(new Set(items.map(({ uid }) => uid)).size, items.length, 'a message is listed twice');
      lists += 1;
    }
  };
  const visit = async () => {
    for (const visitor of visitors) {
      const { items } = await visitor.list({ window: { start: 0, limit: 20 }, order: [BY_DATE] });
      assert.equal(new Set(items.map(({ uid }) => uid)).size, items.length, 'a visitor sees a message twice');
    }
  };
  const reading = Promise.all([read(), read(), read(), visit()]);
  return {
    async end() {
      isOver = true;
      await reading;
      return lists;
    },
  };
}

/** A session of ours changes flags and removes a message: nothing tells it of what it did itself. */
async function changeOurselves(
  { backend, random }: ListModelOptions,
  seen: readonly SeenMessage[],
): Promise<void> {
  const { account, writer } = backend;
  const [changed, removed] = [seen.at(Math.floor(random() * seen.length)), seen.at(0)];
  const refOf = (message: SeenMessage | undefined) => {
    const uid = toUid(message?.uid ?? 0);
    return uid === undefined ? undefined : { account, mailbox: mailboxName(MAILBOX), uid };
  };
  const [changedRef, removedRef] = [refOf(changed), refOf(removed)];
  const change = { flagged: random() < 0.5 };
  if (changedRef) await writer.changeFlags({ ...changedRef, change }, signal());
  if (removedRef && removed?.uid !== changed?.uid) await writer.deleteMessage(removedRef, signal());
}

/** Gives how many lists were compared. */
async function compareLists(
  { backend, hidesDeleted }: ListModelOptions,
  seen: readonly SeenMessage[],
): Promise<number> {
  const shown = hidesDeleted ? seen.filter(({ flags }) => !flags.includes('\\Deleted')) : seen;
  const byDate = [...shown].sort((a, b) => b.dateMs - a.dateMs || b.uid - a.uid);
  const unseen = byDate.filter(({ flags }) => !flags.includes('\\Seen'));
  const lists: readonly (readonly [ListQuery, readonly SeenMessage[], number?])[] = [
    [{ window: null, order: [BY_UID] }, shown],
    [{ window: null, order: [BY_DATE] }, byDate],
    [{ window: { start: 0, limit: 10 }, order: [BY_DATE] }, byDate.slice(0, 10)],
    [{ window: { start: 5, limit: 10 }, order: [BY_UID] }, shown.slice(5, 15)],
    [
      { window: { start: 0, limit: 10 }, order: [BY_DATE], criterion: UNSEEN },
      unseen.slice(0, 10),
      unseen.length,
    ],
  ];
  const requests = lists.flatMap((one) => Array.from({ length: CROWD }, () => one));
  const unread = seen.filter(({ flags }) => !flags.includes('\\Seen')).length;
  await Promise.all(
    requests.map(async ([query, expected, matching = shown.length]) => {
      const page = await list(backend, query);
      assert.deepEqual(page.items.map(toComparable), expected.map(toExpected));
      assert.deepEqual([page.total, page.unread, page.matching], [seen.length, unread, matching]);
    }),
  );
  for (const visitor of await openVisitors(backend)) {
    const { items } = await visitor.list({ window: null, order: [BY_DATE] });
    assert.deepEqual(items.map(toComparable), byDate.map(toExpected));
  }
  return requests.length + VISITORS;
}

/** A process that knows the folder list alone: it has the mailbox sorted while it opens it. */
interface Visitor {
  /** To be called once: the list, after which the process ends. */
  list(query: ListQuery): Promise<MessagePage>;
}

/** They list the folders one after the other, while nobody changes anything: Dovecot 2.3 crashes when many sessions write its list of mailboxes. */
async function openVisitors(backend: StoreUnderTest): Promise<readonly Visitor[]> {
  const visitors: Visitor[] = [];
  for (let index = 0; index < VISITORS; index += 1) {
    const store = createTestMailStore();
    await store.listMailboxes(backend.account, signal());
    visitors.push({ list: (query) => list({ ...backend, store }, query).finally(() => store.close()) });
  }
  return visitors;
}

function list({ store, account }: StoreUnderTest, query: ListQuery): Promise<MessagePage> {
  const attributes = new Set(ATTRIBUTES);
  const request = { maxRows: 10_000, criterion: null, attributes, ...query };
  return store.listMessages({ account, mailbox: mailboxName(MAILBOX), query: request }, signal());
}

function toComparable({
  uid,
  subject,
  size,
  date,
  seen,
  flagged,
  answered,
  previewText,
}: MessageItem): object {
  return { uid, subject, size, dateMs: date?.epochMs, seen, flagged, answered, previewText };
}

function toExpected({ uid, subject, size, dateMs, flags }: SeenMessage): object {
  return {
    ...{ uid, subject, size, dateMs },
    seen: flags.includes('\\Seen'),
    flagged: flags.includes('\\Flagged'),
    answered: flags.includes('\\Answered'),
    previewText: subject.replace('message', 'Text'),
  };
}
