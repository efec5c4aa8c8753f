import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { enable } from '../../src/commands/enable.ts';
import { uidExpunge } from '../../src/commands/expunge.ts';
import { extendedSearch } from '../../src/commands/extended-search.ts';
import { fetch } from '../../src/commands/fetch.ts';
import { search, sort } from '../../src/commands/search.ts';
import { select } from '../../src/commands/select.ts';
import { store } from '../../src/commands/store.ts';
import { thread, threadNumbers } from '../../src/commands/thread.ts';
import { unselect } from '../../src/commands/unselect.ts';
import { toAstring } from '../../src/wire/command-text.ts';
import { MessageSet } from '../../src/wire/message-set.ts';
import { SIGNAL } from '../support/dial.ts';
import { type MailDovecot, startMailDovecot } from '../support/dovecot-connection.ts';
import { fillMailbox, toMessage } from '../support/filled-mailbox.ts';

let mail: MailDovecot;
before(async () => {
  mail = await startMailDovecot();
});
after(() => mail.stop());

describe('searching with Dovecot', () => {
  it('SEARCH finds text of any kind', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'search', ['one "x" \\y', '=?utf-8?q?=C3=84rger?=', 'three']);
    const find = (text: string, isExtended: boolean) =>
      search(connection, { keys: ['SUBJECT ', toAstring(text)], isUid: true, isExtended }, SIGNAL);

    assert.deepEqual(await find('"x" \\y', false), Uint32Array.of(1));
    assert.deepEqual(await find('ärger', false), Uint32Array.of(2));
    assert.deepEqual(await find('r', true), Uint32Array.of(2, 3));
    assert.deepEqual(await find('nothing', true), Uint32Array.of());
  });

  it('SORT gives the order that was asked for', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'sort', ['b', 'c', 'a']);
    const order = [{ key: 'SUBJECT', isDescending: true }] as const;

    for (const isExtended of [false, true]) {
      const request = { keys: ['ALL'], isUid: true, isExtended, order };
      assert.deepEqual(await sort(connection, request, SIGNAL), Uint32Array.of(2, 1, 3));
    }
  });

  it('RETURN gives counts and limits', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'returned', ['b', 'c', 'a']);

    const found = await extendedSearch(
      connection,
      { keys: ['ALL'], isUid: true, returns: ['MIN', 'MAX', 'COUNT'] },
      SIGNAL,
    );
    const sorted = await extendedSearch(
      connection,
      {
        keys: ['ALL'],
        isUid: true,
        returns: [{ partial: { first: 1, last: 2 } }, 'COUNT'],
        order: [{ key: 'SUBJECT', isDescending: false }],
      },
      SIGNAL,
    );

    assert.deepEqual(found, { isUid: true, min: 1, max: 3, count: 3 });
    assert.equal(sorted.count, 3);
    assert.deepEqual(sorted.partial?.numbers?.toNumbers(2), Uint32Array.of(3, 1));
  });

  it('SAVE keeps what was found at the server', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'saved', ['keep', 'drop', 'keep']);
    const uids: (number | undefined)[] = [];

    await extendedSearch(
      connection,
      { keys: ['SUBJECT ', toAstring('keep')], isUid: true, returns: ['SAVE'] },
      SIGNAL,
    );
    await fetch(
      connection,
      {
        messages: MessageSet.saved(3),
        isUid: true,
        items: ['FLAGS'],
        onMessage: ({ uid }) => uids.push(uid),
      },
      SIGNAL,
    );

    assert.deepEqual(uids, [1, 3]);
  });

  it('THREAD gives conversations', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'thread', [
      toMessage('x', 'one', 'Message-ID: <1@x>\n'),
      toMessage('y', 'two', 'Message-ID: <2@x>\n'),
      toMessage('Re: x', 'three', 'Message-ID: <3@x>\nReferences: <1@x>\n'),
    ]);

    const threads = await thread(connection, { algorithm: 'REFERENCES', keys: ['ALL'], isUid: true }, SIGNAL);

    assert.deepEqual(
      threads.map((conversation) => [...threadNumbers(conversation)].sort()),
      [[1, 3], [2]],
    );
  });
});

describe('QRESYNC with Dovecot', () => {
  it('SELECT and FETCH tell what has changed and what is gone', async (t) => {
    const connection = await mail.signIn(t);
    await enable(connection, ['QRESYNC'], SIGNAL);
    await fillMailbox(connection, 'resync', ['one', 'two', 'three', 'four']);
    const { highestModSeq, uidValidity } = await select(
      connection,
      { mailbox: 'resync', isReadOnly: false, asksModSeqs: true },
      SIGNAL,
    );
    const change = { isUid: true, operation: '+', isSilent: true } as const;
    const both = MessageSet.range(2, 3);
    await store(connection, { ...change, messages: both, flags: ['\\Deleted'] }, SIGNAL);
    await uidExpunge(connection, both, SIGNAL);
    await store(connection, { ...change, messages: MessageSet.range(4, 4), flags: ['\\Flagged'] }, SIGNAL);
    assert.equal(connection.selected?.exists, 2);
    const gone: number[] = [];
    const changed: (number | undefined)[] = [];
    const resync = {
      uidValidity: uidValidity ?? 0,
      modSeq: highestModSeq ?? 0n,
      onVanished: ({ uids }: { readonly uids: { toNumbers(limit: number): Uint32Array | undefined } }) =>
        gone.push(...(uids.toNumbers(100) ?? [])),
      onChanged: ({ uid }: { readonly uid?: number }) => changed.push(uid),
    };

    await unselect(connection, SIGNAL);
    await select(connection, { mailbox: 'resync', isReadOnly: false, resync }, SIGNAL);
    assert.deepEqual([gone, changed], [[2, 3], [4]]);
    await fetch(
      connection,
      {
        messages: MessageSet.range(1, 4),
        isUid: true,
        items: ['FLAGS'],
        changedSince: highestModSeq ?? 0n,
        onMessage: resync.onChanged,
        onVanished: resync.onVanished,
      },
      SIGNAL,
    );

    assert.deepEqual(
      [gone, changed],
      [
        [2, 3, 2, 3],
        [4, 4],
      ],
    );
  });
});
