/** Two views of a mailbox make the events between them, in parts of any size, and the same ids each time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { MailboxSnapshot } from '../../../src/application/ports/mail/watch-connections.ts';
import {
  compareChanges,
  compareSnapshot,
  type EventScene,
  type MailboxDifferences,
  partsOf,
  toMessageEvents,
  withDifferences,
} from '../../../src/application/watching/message-events.ts';
import { flagsAmong } from '../../../src/application/watching/seen-flags.ts';
import {
  firstSight,
  readSeen,
  type SeenMailbox,
  writeSeen,
} from '../../../src/application/watching/seen-mailbox.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../src/domain/values/uid.ts';
import { UidRanges } from '../../../src/domain/values/uid-ranges.ts';

const NAMES = ['\\seen', '\\flagged', '\\answered', '\\draft', 'work', '$later'];

/** Flags by uid. */
const mail = fc
  .dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.subarray(NAMES), { maxKeys: 40 })
  .map((flags) => new Map(Object.entries(flags).map(([uid, names]) => [Number(uid), new Set(names)])));
type Mail = ReadonlyMap<number, ReadonlySet<string>>;

function snapshotOf(messages: Mail): MailboxSnapshot {
  const uids = UidRanges.of(messages.keys());
  const flags = NAMES.map((name): [string, UidRanges] => [
    name,
    UidRanges.of([...messages].filter(([, names]) => names.has(name)).map(([uid]) => uid)),
  ]);
  const counts = { total: uids.size, unread: 0, uidNext: 61, uidValidity: 7, highestModSeq: null };
  return { counts, uids, flags: new Map(flags), hasKeywords: true };
}

function seenOf(messages: Mail): SeenMailbox {
  return firstSight(snapshotOf(messages), { uidNext: 61, life: 1, now: 5 });
}

function sceneOf(seen: SeenMailbox): EventScene {
  const account = { id: 'jane' as MailAccountId, createdAt: 9 };
  return { account, mailbox: 'INBOX' as MailboxName, seen, epoch: 3, at: 10 };
}

function mailOf({ uids, flags }: SeenMailbox): Mail {
  const all = uids.newest(Number.POSITIVE_INFINITY).toReversed();
  return new Map(all.map((uid) => [uid, flagsAmong(flags.sets, uid)]));
}

const sorted = (messages: Mail) =>
  [...messages].sort(([a], [b]) => a - b).map(([uid, flags]) => [uid, [...flags].sort()]);
const sizeOf = ({ removed, created, updated }: MailboxDifferences) =>
  removed.length + created.length + updated.length;

describe('Differences of two views', () => {
  it('lead from one to the other, in parts of any size, one event for each message', () => {
    fc.assert(
      fc.property(mail, mail, fc.integer({ min: 1, max: 9 }), (before, after, size) => {
        const seen = seenOf(before);
        const differences = compareSnapshot(seen, snapshotOf(after));
        const parts = [...partsOf(differences, size)];
        const events = parts.flatMap((part) => toMessageEvents(sceneOf(seen), part, new Map()));

        assert.deepEqual(sorted(mailOf(parts.reduce(withDifferences, seen))), sorted(after));
        assert.ok(parts.every((part) => sizeOf(part) <= size));
        assert.equal(new Set(events.map(({ id }) => id)).size, sizeOf(differences));
        assert.deepEqual(
          toMessageEvents(sceneOf(seen), differences, new Map())
            .map(({ id }) => id)
            .sort(),
          events.map(({ id }) => id).sort(),
        );
        assert.deepEqual(
          events
            .filter(({ kind }) => kind !== 'message.updated')
            .map(({ kind, message }) => `${kind} ${message?.uid}`)
            .sort(),
          [
            ...[...before.keys()].filter((uid) => !after.has(uid)).map((uid) => `message.removed ${uid}`),
            ...[...after.keys()].filter((uid) => !before.has(uid)).map((uid) => `message.created ${uid}`),
          ].sort(),
        );
      }),
    );
  });

  it('name the fields that have changed, and no message that has not', () => {
    const before = new Map([
      [1, new Set(['\\seen'])],
      [2, new Set(['work'])],
      [3, new Set(['\\flagged'])],
    ]);
    const after = new Map([
      [1, new Set(['\\answered', 'work'])],
      [2, new Set(['$later'])],
      [3, new Set(['\\flagged'])],
    ]);

    const { updated } = compareSnapshot(seenOf(before), snapshotOf(after));

    assert.deepEqual(
      updated.map(({ uid, fields }) => [uid, fields]),
      [
        [1, ['seen', 'answered', 'keywords']],
        [2, ['keywords']],
      ],
    );
  });

  it('leave keywords out where the server does not say which there are', () => {
    const seen = seenOf(new Map([[1, new Set(['work'])]]));

    const differences = compareSnapshot(seen, {
      ...snapshotOf(new Map([[1, new Set<string>()]])),
      hasKeywords: false,
    });

    assert.equal(sizeOf(differences), 0);
  });
});

describe('A page of changes', () => {
  const seen = seenOf(
    new Map([
      [1, new Set(['\\seen'])],
      [2, new Set<string>()],
      [3, new Set<string>()],
    ]),
  );
  const item = (uid: number, flags: object) => ({ uid: uid as Uid, keywords: [], ...flags });
  const NOTHING = {
    created: [],
    updated: [],
    removed: UidRanges.none,
    present: null,
    unseenBelow: null,
    isMore: false,
  };

  it('makes no event of what was told before, or was never there', () => {
    const page = {
      ...NOTHING,
      created: [item(3, {})],
      updated: [item(1, { seen: true })],
      removed: UidRanges.of([40, 41]),
    };

    assert.equal(sizeOf(compareChanges(seen, page)), 0);
  });

  it('makes events of messages that are no longer present', () => {
    const page = { ...NOTHING, created: [item(9, { flagged: true })], present: UidRanges.of([2, 9]) };

    const { removed, created } = compareChanges(seen, page);

    assert.deepEqual([removed, created], [[1, 3], [{ uid: 9, flags: new Set(['\\flagged']) }]]);
  });
});

describe('The ids of events', () => {
  const seen = seenOf(new Map());
  const created: MailboxDifferences = { removed: [], created: [{ uid: 4, flags: new Set() }], updated: [] };
  const idOf = (scene: EventScene) => toMessageEvents(scene, created, new Map())[0]?.id;
  const scene = sceneOf(seen);

  it('are the same for a message that is found again, and others after the mailbox was made anew', () => {
    const others: readonly EventScene[] = [
      { ...scene, account: { ...scene.account, createdAt: 10 } },
      { ...scene, mailbox: 'Sent' as MailboxName },
      { ...scene, seen: { ...seen, life: 2 } },
      { ...scene, seen: { ...seen, position: { ...seen.position, uidValidity: 8 } } },
    ];

    assert.equal(idOf({ ...scene, epoch: 90, at: 91 }), idOf(scene));
    assert.equal(new Set([scene, ...others].map(idOf)).size, 5);
  });

  it('are those of each update', () => {
    const update: MailboxDifferences = {
      removed: [],
      created: [],
      updated: [{ uid: 4, flags: new Set(), fields: ['seen'] }],
    };
    const idsOf = (epoch: number) =>
      toMessageEvents({ ...scene, epoch }, update, new Map()).map(({ id }) => id);

    assert.deepEqual(idsOf(3), idsOf(3));
    assert.notDeepEqual(idsOf(3), idsOf(4));
  });
});

describe('A seen mailbox', () => {
  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(mail, fc.integer({ min: 1, max: 70 }), (messages, uidNext) => {
        const seen = firstSight(snapshotOf(messages), { uidNext, life: 2 ** 33, now: 1_764_000_000_000 });

        const read = readSeen(writeSeen(seen));

        assert.deepEqual(writeSeen(read), writeSeen(seen));
        assert.deepEqual(sorted(mailOf(read)), sorted(mailOf(seen)));
        assert.deepEqual(
          [read.life, read.provedAt, read.position],
          [seen.life, seen.provedAt, seen.position],
        );
      }),
    );
  });

  it('takes little room, and little time, with 100,000 messages of which each second was read', () => {
    const uids = Array.from({ length: 100_000 }, (_, index) => index + 1);
    const messages = new Map(uids.map((uid) => [uid, new Set(uid % 2 === 0 ? ['\\seen'] : [])]));
    const snapshot = { ...snapshotOf(new Map()), uids: UidRanges.of(uids) };
    const flags = new Map([
      ['\\seen', UidRanges.of([...messages].filter(([, names]) => names.size > 0).map(([uid]) => uid))],
    ]);

    const seen = firstSight({ ...snapshot, flags }, { uidNext: 100_001, life: 1, now: 1 });
    const octets = writeSeen(seen);

    assert.ok(octets.length < 64 * 1024, `${octets.length} octets`);
    assert.deepEqual(readSeen(octets).uids.bounds, seen.uids.bounds);
    assert.ok(seen.flags.from > 1, 'the flags of the oldest are forgotten');
  });
});
