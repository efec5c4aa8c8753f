import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extendedSearch } from '../../src/commands/extended-search.ts';
import { search } from '../../src/commands/search.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import { toAstring } from '../../src/wire/command-text.ts';
import { NumberSet } from '../../src/wire/number-set.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

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
