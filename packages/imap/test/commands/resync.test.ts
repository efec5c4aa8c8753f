import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetch } from '../../src/commands/fetch.ts';
import { type Progress, withProgress } from '../../src/commands/in-progress.ts';
import { select } from '../../src/commands/select.ts';
import { copy } from '../../src/commands/transfer.ts';
import type { FetchResponse } from '../../src/responses/response.ts';
import { MessageSet } from '../../src/wire/message-set.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();

describe('select with QRESYNC', () => {
  it('tells what has changed since', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 SELECT "INBOX" (QRESYNC (67890007 20050715194045000 41:211,300))\n',
        server:
          '* OK [CLOSED] \n* 314 EXISTS\n* OK [UIDVALIDITY 67890007] x\n* OK [HIGHESTMODSEQ 20050715194045319] x\n' +
          '* VANISHED (EARLIER) 41,43:116\n* 49 FETCH (UID 117 FLAGS (\\Seen) MODSEQ (20050715194045001))\n' +
          'A1 OK [READ-WRITE] done\n',
      },
    ]);
    const vanished: number[] = [];
    const changed: FetchResponse[] = [];

    const opened = await select(
      runner,
      {
        mailbox: 'INBOX',
        isReadOnly: false,
        resync: {
          uidValidity: 67_890_007,
          modSeq: 20050715194045000n,
          knownUids: new MessageSet([41, 211, 300, 300]),
          onVanished: ({ uids }) => vanished.push(uids.size),
          onChanged: (message) => changed.push(message),
        },
      },
      signal,
    );

    assert.equal(opened.highestModSeq, 20050715194045319n);
    assert.deepEqual(vanished, [75]);
    assert.deepEqual(
      changed.map(({ uid, modSeq }) => [uid, modSeq]),
      [[117, 20050715194045001n]],
    );
    assert.deepEqual(runner.heard, []);
  });

  it('leaves changes of the mailbox before to the listener', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 SELECT "Next" (QRESYNC (7 12))\n',
        server:
          '* 2 FETCH (UID 9 FLAGS ())\n* OK [CLOSED] \n* 1 FETCH (UID 5 FLAGS ())\n' +
          '* OK [UIDVALIDITY 7] x\nA1 OK done\n',
      },
    ]);
    runner.selected = { rawName: 'INBOX', isReadOnly: false, exists: 3, uidValidity: 1 };
    const changed: (number | undefined)[] = [];

    await select(
      runner,
      {
        mailbox: 'Next',
        isReadOnly: false,
        resync: {
          uidValidity: 7,
          modSeq: 12n,
          onVanished: () => undefined,
          onChanged: ({ uid }) => changed.push(uid),
        },
      },
      signal,
    );

    assert.deepEqual(changed, [5]);
    assert.deepEqual(
      runner.heard.map(({ kind }) => kind),
      ['fetch'],
    );
  });

  it('leaves changes to the listener where it did not ask', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 SELECT "INBOX" (CONDSTORE)\n',
        server: '* 1 FETCH (UID 1 FLAGS ())\n* 1 EXISTS\nA1 OK done\n',
      },
    ]);

    await select(runner, { mailbox: 'INBOX', isReadOnly: false, asksModSeqs: true }, signal);

    assert.equal(runner.heard.length, 1);
  });
});

describe('fetch', () => {
  it('gives a window of the newest messages', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID FETCH 1:* (UID FLAGS) (PARTIAL -1:-2)\n'.replace('1:*', '1:4294967295'),
        server: '* 8 FETCH (UID 80 FLAGS ())\n* 9 FETCH (UID 90 FLAGS ())\nA1 OK done\n',
      },
    ]);
    const uids: (number | undefined)[] = [];

    await fetch(
      runner,
      {
        messages: MessageSet.range(1, 4_294_967_295),
        isUid: true,
        items: ['FLAGS'],
        partial: { first: -1, last: -2 },
        onMessage: ({ uid }) => uids.push(uid),
      },
      signal,
    );

    assert.deepEqual(uids, [80, 90]);
    assert.ok((runner.commands[0]?.budget?.responses ?? Number.POSITIVE_INFINITY) < 20_000);
  });

  it('fetches what a search has saved', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 UID FETCH $ (UID FLAGS)\n', server: '* 8 FETCH (UID 80 FLAGS ())\nA1 OK done\n' },
    ]);
    const uids: (number | undefined)[] = [];

    await fetch(
      runner,
      {
        messages: MessageSet.saved(5),
        isUid: true,
        items: ['FLAGS'],
        onMessage: ({ uid }) => uids.push(uid),
      },
      signal,
    );

    assert.deepEqual(uids, [80]);
  });

  it('asks for changes with the uids that are gone', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID FETCH 1:9 (UID FLAGS) (CHANGEDSINCE 12 VANISHED)\n',
        server: '* VANISHED (EARLIER) 3,5\nA1 OK done\n',
      },
    ]);
    const vanished: number[] = [];

    await fetch(
      runner,
      {
        messages: MessageSet.range(1, 9),
        isUid: true,
        items: ['FLAGS'],
        changedSince: 12n,
        onMessage: () => undefined,
        onVanished: ({ uids }) => vanished.push(...(uids.toNumbers(10) ?? [])),
      },
      signal,
    );

    assert.deepEqual(vanished, [3, 5]);
  });
});

describe('withProgress', () => {
  it('reports how far the server is with a command', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID COPY 1:9 "Archive"\n',
        server:
          '* OK [INPROGRESS ("A1" 454 1000)] Copying\n* OK [INPROGRESS] Copying\n* OK [INPROGRESS ("B7" 1 2)] Other\n' +
          'A1 OK [COPYUID 1 1:9 11:19] done\n',
      },
    ]);
    const reports: Progress[] = [];

    const copied = await copy(
      withProgress(runner, (progress) => reports.push(progress)),
      { messages: MessageSet.range(1, 9), isUid: true, mailbox: 'Archive' },
      signal,
    );

    assert.equal(copied.length, 1);
    assert.deepEqual(reports, [
      { command: 'UID COPY', done: 454, goal: 1000 },
      { command: 'UID COPY', done: null, goal: null },
    ]);
    assert.equal(runner.heard.length, 1);
  });

  it('passes the selected mailbox through', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 EXAMINE "INBOX"\n', server: '* 2 EXISTS\nA1 OK [READ-ONLY] done\n' },
    ]);

    await select(
      withProgress(runner, () => undefined),
      { mailbox: 'INBOX', isReadOnly: true },
      signal,
    );

    assert.equal(runner.selected?.exists, 2);
  });
});
