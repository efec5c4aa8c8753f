import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extendedSearch } from '../../src/commands/extended-search.ts';
import { search, searchUnexpanded } from '../../src/commands/search.ts';
import { thread, threadNumbers } from '../../src/commands/thread.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import { toAstring } from '../../src/wire/command-text.ts';
import { NumberSet } from '../../src/wire/number-set.ts';
import { dial, SIGNAL } from '../support/dial.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';
import { GREETING } from '../support/scripted-server.ts';

const { signal } = new AbortController();

describe('extendedSearch', () => {
  it('gives what was asked for', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID SEARCH RETURN (MIN MAX COUNT) UNSEEN\n',
        server: '* ESEARCH (TAG "A1") UID MIN 7 MAX 3800 COUNT 15\nA1 OK done\n',
      },
    ]);

    const result = await extendedSearch(
      runner,
      { keys: ['UNSEEN'], isUid: true, returns: ['MIN', 'MAX', 'COUNT'] },
      signal,
    );

    assert.deepEqual(result, { isUid: true, min: 7, max: 3800, count: 15 });
  });

  it('gives a window of a sorted mailbox', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID SORT RETURN (PARTIAL 1:3 COUNT) (REVERSE DATE) UTF-8 ALL\n',
        server: '* ESEARCH (TAG "A1") UID PARTIAL (1:3 9,4,12) COUNT 70\nA1 OK done\n',
      },
    ]);

    const { count, partial } = await extendedSearch(
      runner,
      {
        keys: ['ALL'],
        isUid: true,
        returns: [{ partial: { first: 1, last: 3 } }, 'COUNT'],
        order: [{ key: 'DATE', isDescending: true }],
      },
      signal,
    );

    assert.equal(count, 70);
    assert.deepEqual(partial, { range: '1:3', numbers: new NumberSet(Uint32Array.of(9, 9, 4, 4, 12, 12)) });
  });

  it('gives each of several searches the result that names its tag', async (t) => {
    const connection = await dial(t, async (peer) => {
      peer.send(GREETING);
      await peer.expect('A1 UID SEARCH RETURN (ALL) SEEN');
      await peer.expect('A2 UID SEARCH RETURN (ALL) DRAFT');
      peer.send('* ESEARCH (TAG "A2") UID ALL 2\r\nA2 OK done\r\n');
      peer.send('* ESEARCH (TAG "A1") UID ALL 1\r\nA1 OK done\r\n');
    });
    connection.selected = { rawName: 'INBOX', isReadOnly: true, exists: 2, uidValidity: 1 };
    const request = { isUid: true, returns: ['ALL'], batch: Symbol('batch') } as const;

    const results = await Promise.all(
      ['SEEN', 'DRAFT'].map((key) => extendedSearch(connection, { ...request, keys: [key] }, SIGNAL)),
    );

    assert.deepEqual(
      results.map(({ all }) => [...(all?.ranges ?? [])]),
      [
        [1, 1],
        [2, 2],
      ],
    );
  });

  it('saves without an answer', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 SEARCH RETURN (SAVE) SUBJECT "x"\n', server: 'A1 OK done\n' },
    ]);

    const result = await extendedSearch(
      runner,
      { keys: ['SUBJECT ', toAstring('x')], isUid: false, returns: ['SAVE'] },
      signal,
    );

    assert.deepEqual(result, { isUid: false });
  });

  it('leaves the results of other commands to them', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 SEARCH RETURN (COUNT) ALL\n',
        server: '* ESEARCH (TAG "A0") COUNT 1\n* ESEARCH (TAG "A1") COUNT 2\nA1 OK done\n',
      },
    ]);

    const { count } = await extendedSearch(
      runner,
      { keys: ['ALL'], isUid: false, returns: ['COUNT'] },
      signal,
    );

    assert.equal(count, 2);
    assert.equal(runner.heard.length, 1);
  });

  for (const server of [
    'A1 OK done\n',
    '* SEARCH 1 2\nA1 OK done\n',
    '* ESEARCH (TAG "A1") COUNT x\nA1 OK\n',
  ]) {
    it(`does not take ${JSON.stringify(server)} for an answer`, async () => {
      const runner = new ScriptedRunner([{ client: 'A1 SEARCH RETURN (COUNT) ALL\n', server }]);

      await assert.rejects(
        extendedSearch(runner, { keys: ['ALL'], isUid: false, returns: ['COUNT'] }, signal),
        ProtocolViolation,
      );
    });
  }

  for (const answer of ['ALL 1:4294967295', 'PARTIAL (1:3 1:4294967295)']) {
    it(`refuses ${answer} of a mailbox with fewer messages`, async () => {
      const runner = new ScriptedRunner([
        {
          client: 'A1 UID SEARCH RETURN (ALL) ALL\n',
          server: `* ESEARCH (TAG "A1") UID ${answer}\nA1 OK done\n`,
        },
      ]);
      runner.selected = { rawName: 'INBOX', isReadOnly: false, exists: 3, uidValidity: 1 };

      await assert.rejects(
        extendedSearch(runner, { keys: ['ALL'], isUid: true, returns: ['ALL'] }, signal),
        ProtocolViolation,
      );
    });
  }
});

describe('searchUnexpanded', () => {
  const request = { keys: ['ALL'], isUid: true, isExtended: true };
  const answering = (answer: string) => {
    const runner = new ScriptedRunner([
      { client: 'A1 UID SEARCH RETURN (ALL) ALL\n', server: `* ${answer}\nA1 OK done\n` },
    ]);
    runner.selected = { rawName: 'INBOX', isReadOnly: false, exists: 1_000_000, uidValidity: 1 };
    return searchUnexpanded(runner, request, signal);
  };

  it('leaves ranges as they are, and numbers that the server lists', async () => {
    const ranges = new NumberSet(Uint32Array.of(2, 1_000_001));
    assert.deepEqual(await answering('ESEARCH (TAG "A1") UID ALL 2:1000001'), ranges);
    assert.deepEqual(await answering('SEARCH 2 5'), Uint32Array.of(2, 5));
  });

  it('refuses ranges with far more numbers than the mailbox has messages', async () => {
    await assert.rejects(answering('ESEARCH (TAG "A1") UID ALL 1:1200000'), ProtocolViolation);
  });
});

describe('thread', () => {
  it('keeps only the conversations with the number that is asked for', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID THREAD REFERENCES UTF-8 ALL\n',
        server: '* THREAD (1)(2 (3)(4))(5 6)\nA1 OK done\n',
      },
    ]);

    const threads = await thread(
      runner,
      { algorithm: 'REFERENCES', keys: ['ALL'], isUid: true, containing: 4 },
      signal,
    );

    assert.deepEqual(threads.map(threadNumbers), [[2, 4, 3]]);
  });
});

describe('search', () => {
  it('names the charset of a literal, but not once UTF8=ACCEPT is enabled', async () => {
    const request = { keys: ['SUBJECT ', toAstring('ä')], isUid: true, isExtended: false };
    const runner = new ScriptedRunner([
      { client: 'A1 UID SEARCH CHARSET UTF-8 SUBJECT {2}\nä\n', server: '* SEARCH 1\nA1 OK done\n' },
      { client: 'A2 UID SEARCH SUBJECT {2}\nä\n', server: '* SEARCH 2\nA2 OK done\n' },
    ]);

    assert.deepEqual(await search(runner, request, signal), Uint32Array.of(1));
    runner.enabled.add('UTF8=ACCEPT');
    assert.deepEqual(await search(runner, request, signal), Uint32Array.of(2));
  });
});
