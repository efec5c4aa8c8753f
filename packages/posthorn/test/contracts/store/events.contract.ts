/** What the event log promises: writers, readers, and the end of events. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventFilter, EventLog, WatchPosition } from '../../../src/application/ports/state/event-log.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import type { Tables } from './bound-rows.contract.ts';

const AT = 1_764_000_000_000;
const asId = (text: string) => text as MailAccountId;
const JANE = asId('jane');
const INBOX = 'INBOX' as MailboxName;
const POSITION: WatchPosition = {
  account: JANE,
  mailbox: INBOX,
  position: Buffer.from([0, 255, 7]),
  epoch: 0,
};

async function eventsOf(events: EventLog, filter: EventFilter = {}): Promise<readonly MailEvent[]> {
  const page = await events.list({ filter, after: 0, limit: 1_000 });
  return page.map(({ event }) => event);
}

/** `account kind` of each event, without the accounts' own. */
async function namesOf(events: EventLog, filter?: EventFilter): Promise<readonly string[]> {
  const found = await eventsOf(events, filter);
  return found
    .filter(({ kind }) => kind !== 'account.connected')
    .map(({ account, kind, message }) => [account, kind, message?.uid].filter(Boolean).join(' '));
}

/** Stores accounts without events of their own. */
async function saveAccounts({ accounts }: Tables, ids: readonly string[] = ['jane']): Promise<void> {
  for (const id of ids) await accounts.save(buildAccount({ id: asId(id), state: 'connecting' }));
}

/** Runs the contract of what is written against tables that `open` makes, each time empty. */
export function eventWritingContract(open: () => Promise<Tables>): void {
  it('gives events as they were written, in order, page by page', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    const written = [
      buildEvent({
        data: { messageId: 'a@example.org', fields: ['seen', 'flagged'], size: 7, isNew: true, x: null },
      }),
      buildEvent({ kind: 'folder.reset', message: null, mailbox: 'Entwürfe/Ω' as MailboxName, at: AT - 5 }),
      buildEvent({ kind: 'webhook.disabled', account: null, message: null }),
    ];
    assert.deepEqual([await events.last(), await events.newest()], [0, null]);

    assert.equal(await events.advance(buildAdvance({ events: written })), true);

    assert.deepEqual(await eventsOf(events), written);
    const [first] = await events.list({ filter: {}, after: 0, limit: 1 });
    assert.ok(first !== undefined);
    const rest = await events.list({ filter: {}, after: first.position, limit: 9 });
    assert.deepEqual([first.event, ...rest.map(({ event }) => event)], written);
    assert.equal(await events.last(), rest.at(-1)?.position);
    assert.deepEqual(await events.find(first.event.id), first);
    const place = { id: first.event.id, position: first.position, at: AT };
    assert.deepEqual(await events.placeOf(first.event.id), place);
    const newest = rest.at(-1);
    assert.deepEqual(
      await events.newest(),
      newest && { id: newest.event.id, position: newest.position, at: AT },
    );
    assert.deepEqual(
      [await events.find(buildEvent({ uid: 9 }).id), await events.placeOf(buildEvent({ uid: 9 }).id)],
      [null, null],
    );
  });

  it('writes an event once, and keeps the first', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    await events.advance(buildAdvance({ events: [buildEvent()] }));
    const again = [buildEvent({ at: AT + 1 }), buildEvent({ uid: 2 }), buildEvent({ uid: 2, at: AT + 2 })];

    assert.equal(await events.advance(buildAdvance({ events: again })), true);

    assert.deepEqual(await eventsOf(events), [buildEvent(), buildEvent({ uid: 2 })]);
  });

  it('lets one of several watchers of a position write', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    const race = async (epoch: number, uids: readonly number[]) =>
      Promise.all(
        uids.map((uid) =>
          events.advance(
            buildAdvance({
              positions: [
                { ...POSITION, position: Buffer.from([uid]), epoch },
                { ...POSITION, mailbox: null, epoch },
              ],
              events: [buildEvent({ uid })],
            }),
          ),
        ),
      );

    const first = await race(0, [1, 2, 3]);
    const second = await race(1, [4, 5, 6]);

    for (const results of [first, second]) assert.deepEqual([...results].sort(), [false, false, true]);
    const winners = [first.indexOf(true) + 1, second.indexOf(true) + 4];
    assert.deepEqual(
      await namesOf(events),
      winners.map((uid) => `jane message.created ${uid}`),
    );
    const positions = await events.positions(JANE);
    assert.deepEqual(
      positions.map(({ mailbox, epoch }) => [mailbox, epoch]).sort(),
      [
        [null, 2],
        [INBOX, 2],
      ].sort(),
    );
    const inbox = positions.find(({ mailbox }) => mailbox === INBOX);
    assert.deepEqual(inbox && [...inbox.position], [winners[1]]);
    assert.deepEqual(await events.positions(JANE, INBOX), [inbox]);
    assert.deepEqual(
      (await events.positions(JANE, null)).map(({ mailbox }) => mailbox),
      [null],
    );
  });

  it('writes the advances of many watchers that come together, but for those that are too late', async () => {
    const tables = await open();
    const { events } = tables;
    const ids = Array.from({ length: 12 }, (_, index) => `a${index}`);
    await saveAccounts(tables, ids);
    const advanceOf = (id: string, mark: number) => {
      const positions = [{ ...POSITION, account: asId(id), position: Buffer.from([mark]) }];
      const event = buildEvent({ account: asId(id), uid: mark });
      return events.advance(buildAdvance({ account: asId(id), positions, events: [event] }));
    };

    const written = await Promise.all([...ids, ...ids].map((id, index) => advanceOf(id, index)));
    const gone = await advanceOf('gone', 99);

    assert.equal(gone, false);
    for (const [index, id] of ids.entries()) {
      const marks = [index, index + ids.length].filter((mark) => written[mark] === true);
      assert.equal(marks.length, 1);
      const [position] = await events.positions(asId(id));
      assert.deepEqual([...(position?.position ?? [])], marks);
      const found = await eventsOf(events, { accounts: [asId(id)] });
      const uids = found.filter(({ message }) => message !== null).map(({ message }) => message?.uid);
      assert.equal(uids.length, 1);
    }
  });

  it('changes nothing where one of the positions is that of another', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    const other = 'Other' as MailboxName;
    await events.advance(buildAdvance({ positions: [POSITION, { ...POSITION, mailbox: other }] }));
    const before = await events.positions(JANE);
    const wrong = [
      {
        positions: [
          { ...POSITION, epoch: 1 },
          { ...POSITION, mailbox: other, epoch: 2 },
        ],
      },
      { positions: [{ ...POSITION, epoch: 1 }], removed: [{ mailbox: other, epoch: 2 }] },
      { positions: [{ ...POSITION, epoch: 1 }], removed: [{ mailbox: null, epoch: 1 }] },
      { positions: [{ ...POSITION, epoch: 0 }] },
    ];

    for (const each of wrong)
      assert.equal(await events.advance(buildAdvance({ ...each, events: [buildEvent()] })), false);

    assert.deepEqual([await eventsOf(events), await events.positions(JANE)], [[], before]);
    const removed = [{ mailbox: other, epoch: 1 }];
    assert.equal(await events.advance(buildAdvance({ removed, events: [buildEvent()] })), true);
    assert.deepEqual(
      (await events.positions(JANE)).map(({ mailbox }) => mailbox),
      [INBOX],
    );
  });

  it('gives every event one position, whatever is written at once, and a reader misses none', async () => {
    const tables = await open();
    const { events } = tables;
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await saveAccounts(tables, ids);
    let writing = ids.length;
    const write = async (id: string, size: number) => {
      for (let count = 0; count < 12; count += 1) {
        const batch = Array.from({ length: size }, (_, index) =>
          buildEvent({ account: asId(id), uid: count * size + index + 1 }),
        );
        assert.equal(await events.advance(buildAdvance({ account: asId(id), events: batch })), true);
      }
      writing -= 1;
    };
    const read: string[] = [];
    const reader = async () => {
      for (let after = 0; ; ) {
        // A file answers in the same turn, in which no writer has one.
        await nextTurn();
        const isLast = writing === 0;
        const page = await events.list({ filter: {}, after, limit: 7 });
        after = page.at(-1)?.position ?? after;
        read.push(...page.map(({ event }) => event.id));
        if (isLast && page.length === 0) return;
      }
    };

    await Promise.all([reader(), ...ids.map((id, index) => write(id, index + 1))]);

    assert.equal(new Set(read).size, 12 * (1 + 2 + 3 + 4 + 5 + 6));
    assert.equal(read.length, 252);
  });

  it('takes 20,000 changes at once', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    const changes = Array.from({ length: 20_000 }, (_, index) =>
      buildEvent({ kind: 'message.updated', uid: index + 1, data: { fields: ['seen'] } }),
    );

    assert.equal(await events.advance(buildAdvance({ events: changes })), true);

    const after = (await events.last()) - 10;
    const page = await events.list({ filter: { accounts: [JANE] }, after, limit: 1_000 });
    assert.deepEqual(
      page.map(({ event }) => event.message?.uid),
      [19_991, 19_992, 19_993, 19_994, 19_995, 19_996, 19_997, 19_998, 19_999, 20_000],
    );
  });

  it('tells listeners after the commit, and only then', async () => {
    const tables = await open();
    const { events, accounts } = tables;
    await saveAccounts(tables);
    const calls: string[] = [];
    const stop = events.onAppend((written) => calls.push(written.map(({ kind }) => kind).join()));

    await events.advance(buildAdvance({ positions: [POSITION] }));
    await events.advance(buildAdvance({ positions: [POSITION], events: [buildEvent()] }));
    assert.deepEqual(calls, []);
    await events.advance(buildAdvance({ events: [buildEvent()] }));
    await accounts.remove(JANE, AT);
    stop();
    await saveAccounts(tables, ['after']);

    assert.deepEqual(calls, ['message.created', 'account.removed']);
  });
}

/** Runs the contract of what is read, and of what ends. */
export function eventReadingContract(open: () => Promise<Tables>): void {
  it('filters by accounts, kinds and the accounts of a key', async () => {
    const tables = await open();
    const { events, apiKeys } = tables;
    const ids = Array.from({ length: 205 }, (_, index) => `id${index}`);
    await saveAccounts(tables, ids);
    const key = 'key1' as ApiKeyId;
    await apiKeys.save(buildApiKey({ id: key, accounts: ids.slice(1).map(asId) }));
    await apiKeys.save(buildApiKey({ id: 'none' as ApiKeyId, accounts: [] }));
    for (const id of ['id204', 'id0', 'id7'])
      for (const kind of ['message.created', 'message.removed'] as const)
        await events.advance(
          buildAdvance({ account: asId(id), events: [buildEvent({ account: asId(id), kind })] }),
        );
    const filters: readonly EventFilter[] = [
      { accounts: ['id7', 'id0', 'id7'].map(asId) },
      { kinds: ['message.removed', 'folder.reset'] },
      { accounts: [asId('id7')], kinds: ['message.created'] },
      { boundTo: key },
      { boundTo: key, accounts: [asId('id0'), asId('id204')] },
      { boundTo: key, kinds: ['message.removed'] },
      { boundTo: 'none' as ApiKeyId },
      { accounts: [] },
      { kinds: [] },
    ];

    const found = await Promise.all(filters.map((filter) => namesOf(events, filter)));

    const named = (...accounts: readonly string[]) =>
      accounts.flatMap((id) => [`${id} message.created 1`, `${id} message.removed 1`]);
    assert.deepEqual(found, [
      named('id0', 'id7'),
      named('id204', 'id0', 'id7').filter((name) => name.includes('removed')),
      ['id7 message.created 1'],
      named('id204', 'id7'),
      named('id204'),
      named('id204', 'id7').filter((name) => name.includes('removed')),
      ...[[], [], []],
    ]);
    const paged: string[] = [];
    for (let after = 0; ; ) {
      const page = await events.list({ filter: { boundTo: key }, after, limit: 1 });
      paged.push(...page.map(({ event }) => `${event.account} ${event.kind} 1`));
      if (page[0] === undefined) break;
      after = page[0].position;
    }
    assert.deepEqual(paged, named('id204', 'id7'));
  });

  it('has an event of each new state of an account, with the version that has it', async () => {
    const { accounts, events } = await open();
    const states = [
      'connecting',
      'ok',
      'ok',
      'unreachable',
      'ok',
      'reauthentication-needed',
      'ok',
      'disabled',
      'connecting',
      'ok',
    ] as const;
    for (const [epoch, state] of states.entries()) {
      const problem = state === 'unreachable' ? { code: 'server-timeout', detail: 'No answer.' } : null;
      const account = buildAccount({ state, problem, epoch, stateSince: AT + epoch });
      assert.equal(await accounts.save(account), epoch + 1);
      assert.equal(await accounts.save({ ...account, state: 'unreachable' }), null);
    }
    await accounts.saveWithGrant(buildAccount({ id: asId('ann') }), null);

    const found = await eventsOf(events);

    assert.deepEqual(
      found.map(({ account, kind, at, data }) => [account, kind, at - AT, data]),
      [
        ['jane', 'account.connected', 1, { state: 'ok' }],
        ['jane', 'account.unreachable', 3, { state: 'unreachable', problem: 'server-timeout' }],
        ['jane', 'account.recovered', 4, { state: 'ok' }],
        ['jane', 'account.reauthentication-needed', 5, { state: 'reauthentication-needed' }],
        ['jane', 'account.recovered', 6, { state: 'ok' }],
        ['jane', 'account.connected', 9, { state: 'ok' }],
        ['ann', 'account.connected', 0, { state: 'ok' }],
      ],
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
  });

  it('erases the events of a removed account but for its end, and keeps their positions', async () => {
    const tables = await open();
    const { accounts, events } = tables;
    await saveAccounts(tables, ['jane', 'ann']);
    await events.advance(
      buildAdvance({ positions: [POSITION], events: [buildEvent(), buildEvent({ uid: 2 })] }),
    );
    await events.advance(
      buildAdvance({ account: asId('ann'), events: [buildEvent({ account: asId('ann') })] }),
    );
    const before = await events.placeOf(buildEvent().id);

    assert.deepEqual(
      [await accounts.remove(JANE, AT + 9), await accounts.remove(JANE, AT + 10)],
      [true, false],
    );

    assert.deepEqual(await namesOf(events), ['ann message.created 1', 'jane account.removed']);
    assert.deepEqual(
      [await events.find(buildEvent().id), await events.placeOf(buildEvent().id)],
      [null, before],
    );
    assert.deepEqual(await events.positions(JANE), []);
    const late = buildAdvance({ events: [buildEvent({ uid: 3 })] });
    assert.deepEqual(
      [await events.advance(late), await events.advance({ ...late, positions: [POSITION] })],
      [false, false],
    );
    await saveAccounts(tables);
    await accounts.remove(JANE, AT + 20);
    assert.deepEqual(await namesOf(events, { accounts: [JANE] }), ['jane account.removed']);
    await accounts.save(buildAccount({ createdAt: AT + 30, state: 'connecting' }));
    await accounts.remove(JANE, AT + 40);
    assert.deepEqual(await namesOf(events, { accounts: [JANE] }), [
      'jane account.removed',
      'jane account.removed',
    ]);
  });

  it('takes nothing from the watcher of an account that was removed and made again with its id', async () => {
    const tables = await open();
    const { accounts, events } = tables;
    await saveAccounts(tables);
    await events.advance(buildAdvance({ positions: [POSITION] }));
    const late = buildAdvance({ positions: [{ ...POSITION, epoch: 1 }], events: [buildEvent()] });
    await accounts.remove(JANE, AT + 9);
    const createdAt = AT + 10;
    await accounts.save(buildAccount({ createdAt, state: 'connecting' }));
    await events.advance(buildAdvance({ createdAt, positions: [POSITION] }));

    const [isLateWritten, isWritten] = [
      await events.advance(late),
      await events.advance({ ...late, createdAt, events: [buildEvent({ uid: 2 })] }),
    ];

    assert.deepEqual([isLateWritten, isWritten], [false, true]);
    assert.deepEqual(await namesOf(events), ['jane account.removed', 'jane message.created 2']);
  });

  it('gives the end of an account to those that were bound to it then, and not to those of a later one', async () => {
    const tables = await open();
    const { accounts, apiKeys, events, webhooks } = tables;
    await saveAccounts(tables, ['jane', 'ann']);
    const key = 'key1' as ApiKeyId;
    const other = 'other' as ApiKeyId;
    const later = 'later' as ApiKeyId;
    await apiKeys.save(buildApiKey({ id: key, accounts: [JANE, asId('ann')] }));
    await apiKeys.save(buildApiKey({ id: other, accounts: [asId('ann')] }));
    await webhooks.save(buildWebhook({ accounts: [JANE] }));
    await accounts.remove(JANE, AT + 9);
    await saveAccounts(tables);
    await apiKeys.save(buildApiKey({ id: later, accounts: [JANE] }));
    const ended = async (filter: EventFilter) => (await namesOf(events, filter)).length;

    const [end] = await eventsOf(events, { boundTo: key });

    assert.deepEqual([end?.kind, end?.account, end?.data], ['account.removed', JANE, {}]);
    assert.deepEqual([...(end?.boundReaders ?? [])].sort(), ['hook', 'key1']);
    assert.deepEqual(end && (await events.find(end.id))?.event, end);
    assert.deepEqual(await Promise.all([other, later].map((boundTo) => ended({ boundTo }))), [0, 0]);
    const filters: readonly EventFilter[] = [
      ...[{ accounts: [JANE] }, { kinds: ['account.removed'] as const }],
      ...[{ accounts: [asId('ann')] }, { accounts: [] }, { kinds: ['message.created'] as const }],
    ];
    const counts = filters.map((filter) => ended({ ...filter, boundTo: key }));
    assert.deepEqual(await Promise.all(counts), [1, 1, 0, 0, 0]);
    await events.removeOld({ before: AT + 10, limit: 10 });
    assert.equal(await ended({ boundTo: key }), 0);
  });

  it('has no event after the removal of its account, whatever is written at once', async () => {
    const tables = await open();
    const { accounts, events } = tables;
    for (let round = 0; round < 10; round += 1) {
      const id = asId(`r${round}`);
      await saveAccounts(tables, [id]);
      const writes = Array.from({ length: 6 }, (_, uid) =>
        events.advance(buildAdvance({ account: id, events: [buildEvent({ account: id, uid: uid + 1 })] })),
      );
      await Promise.all([...writes.slice(0, 3), accounts.remove(id, AT), ...writes.slice(3)]);

      assert.deepEqual(await namesOf(events, { accounts: [id] }), [`${id} account.removed`]);
    }
  });

  it('removes the oldest events, and none after one that is kept', async () => {
    const tables = await open();
    const { events } = tables;
    await saveAccounts(tables);
    const ages = [1, 3, 2, 9, 1, 9].map((age, index) => buildEvent({ uid: index + 1, at: AT + age }));
    await events.advance(buildAdvance({ events: ages }));

    const kept = await events.list({ filter: {}, after: 0, limit: 9, notBefore: AT + 3 });
    assert.deepEqual(
      kept.map(({ event }) => event.message?.uid),
      [2, 4, 6],
    );
    const removed = [
      await events.removeOld({ before: AT + 1, limit: 10 }),
      await events.removeOld({ before: AT + 5, limit: 2 }),
      await events.removeOld({ before: AT + 5, limit: 10 }),
      await events.removeOld({ before: AT + 5, limit: 10 }),
    ];

    assert.deepEqual(removed, [0, 2, 1, 0]);
    assert.deepEqual(
      (await eventsOf(events)).map(({ message }) => message?.uid),
      [4, 5, 6],
    );
    const last = await events.last();
    assert.equal(await events.removeOld({ before: AT + 10, limit: 10 }), 3);
    await events.advance(buildAdvance({ events: [buildEvent({ uid: 7 })] }));
    assert.ok((await events.last()) > last);
    assert.deepEqual(await events.placeOf(buildEvent({ uid: 7 }).id), {
      id: buildEvent({ uid: 7 }).id,
      position: await events.last(),
      at: AT,
    });
  });
}
