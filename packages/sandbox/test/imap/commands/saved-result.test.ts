/** SAVE and `$` over a real socket (RFC 5182). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

/** Uids 2 to 6, all but 4 with \Seen. */
async function openFive(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  for (let uid = 1; uid <= 6; uid++) ann.deliver(mail(), { flags: uid === 4 ? [] : ['\\Seen'] });
  ann.expunge('INBOX', 1);
  return { ann, client: await openMailbox(t, sandbox) };
}

describe('SEARCH RETURN (SAVE)', () => {
  const cases: readonly (readonly [options: string, answer: readonly string[], saved: string])[] = [
    ['SAVE', [], '2:3,5:6'],
    ['SAVE MIN', ['* ESEARCH (TAG "a") UID MIN 2'], '2'],
    ['SAVE MAX', ['* ESEARCH (TAG "a") UID MAX 6'], '6'],
    ['MIN SAVE MAX', ['* ESEARCH (TAG "a") UID MIN 2 MAX 6'], '2,6'],
    ['SAVE COUNT MIN', ['* ESEARCH (TAG "a") UID MIN 2 COUNT 4'], '2:3,5:6'],
    ['SAVE ALL', ['* ESEARCH (TAG "a") UID ALL 2:3,5:6'], '2:3,5:6'],
    ['SAVE PARTIAL 2:3', ['* ESEARCH (TAG "a") UID PARTIAL (2:3 3,5)'], '3,5'],
    ['SAVE PARTIAL -1:-1 MIN', ['* ESEARCH (TAG "a") UID MIN 2 PARTIAL (-1:-1 6)'], '2,6'],
    ['SAVE PARTIAL 1:1 COUNT', ['* ESEARCH (TAG "a") UID PARTIAL (1:1 2) COUNT 4'], '2:3,5:6'],
  ];
  for (const [options, answer, saved] of cases) {
    it(`(${options}) keeps ${saved}`, async (t) => {
      const { client } = await openFive(t);
      assert.deepEqual((await client.run(`UID SEARCH RETURN (${options}) SEEN`)).untagged, answer);
      assert.deepEqual((await client.run('UID SEARCH RETURN (ALL) $')).untagged, [
        `* ESEARCH (TAG "a") UID ALL ${saved}`,
      ]);
    });
  }

  it('keeps what SORT has found', async (t) => {
    const { client } = await openFive(t);
    await client.run('SORT RETURN (SAVE MIN) (REVERSE ARRIVAL) UTF-8 SEEN');
    assert.deepEqual((await client.run('UID FETCH $ UID')).untagged, ['* 1 FETCH (UID 2)']);
  });
});

describe('$', () => {
  it('stands for messages in every command that takes a set', async (t) => {
    const { ann, client } = await openFive(t);
    await client.run('SEARCH RETURN (SAVE) UNSEEN');
    assert.deepEqual((await client.run('FETCH $ UID')).untagged, ['* 3 FETCH (UID 4)']);
    assert.deepEqual((await client.run('SEARCH OR $ UID 2')).untagged, ['* SEARCH 1 3']);
    assert.deepEqual((await client.run('UID STORE $ +FLAGS.SILENT (\\Deleted)')).untagged, []);
    assert.match((await client.run('COPY $ Trash')).answer, /^OK \[COPYUID \d+ 4 1\]/);
    assert.deepEqual((await client.run('UID EXPUNGE $')).untagged, ['* 3 EXPUNGE', '* 4 RECENT']);
    assert.deepEqual(await client.run('FETCH $ UID'), { untagged: [], answer: 'OK Fetch completed' });
    assert.equal(ann.messages('Trash').length, 1);
  });

  it('is empty at first, after SELECT, and after a search that failed with NO', async (t) => {
    const { client } = await openFive(t);
    const fetched = async () => (await client.run('FETCH $ UID')).untagged;
    assert.deepEqual(await fetched(), []);
    await client.run('SEARCH RETURN (SAVE) 1');
    await client.run('SEARCH RETURN (SAVE) NONSENSE');
    assert.deepEqual(await fetched(), ['* 1 FETCH (UID 2)']);
    await client.run('SEARCH RETURN (SAVE) CHARSET KOI8-R ALL');
    assert.deepEqual(await fetched(), []);
    await client.run('SEARCH RETURN (SAVE) 1');
    await client.run('SELECT INBOX');
    assert.deepEqual(await fetched(), []);
  });

  it('is a BAD without SEARCHRES', async (t) => {
    const { client } = await openFive(t, { capabilities: { without: ['SEARCHRES'] } });
    assert.equal((await client.run('FETCH $ UID')).answer, 'BAD Invalid message set');
    assert.equal((await client.run('SEARCH $')).answer, 'BAD Invalid message set');
  });
});

describe('PARTIAL', () => {
  const cases: readonly (readonly [range: string, result: string])[] = [
    ['1:2', '1:2 2:3'],
    ['2:1', '2:1 2:3'],
    ['-1:-2', '-1:-2 5:6'],
    ['-2:-1', '-2:-1 5:6'],
    ['-4:-9', '-4:-9 2:3'],
    ['6:9', '6:9 NIL'],
    ['-6:-9', '-6:-9 NIL'],
  ];
  for (const [range, result] of cases) {
    it(`of SEARCH ${range} gives ${result}`, async (t) => {
      const { client } = await openFive(t);
      assert.deepEqual((await client.run(`UID SEARCH RETURN (PARTIAL ${range}) ALL`)).untagged, [
        `* ESEARCH (TAG "a") UID PARTIAL (${result})`,
      ]);
    });
  }

  for (const options of [
    'PARTIAL 0:2',
    'PARTIAL 1:-2',
    'PARTIAL -1:2',
    'PARTIAL 1',
    'PARTIAL 1:2 PARTIAL 1:2',
    'PARTIAL 1:2 ALL',
  ]) {
    it(`rejects (${options})`, async (t) => {
      const { client } = await openFive(t);
      assert.match((await client.run(`SEARCH RETURN (${options}) ALL`)).answer, /^BAD /);
    });
  }

  it('of UID FETCH answers the messages at these places of the set', async (t) => {
    const { client } = await openFive(t);
    assert.deepEqual((await client.run('UID FETCH 1:5 UID (PARTIAL -1:-2)')).untagged, [
      '* 3 FETCH (UID 4)',
      '* 4 FETCH (UID 5)',
    ]);
    assert.deepEqual((await client.run('UID FETCH 3:* UID (PARTIAL 1:1)')).untagged, ['* 2 FETCH (UID 3)']);
    assert.deepEqual((await client.run('UID FETCH 3:* UID (PARTIAL 9:12)')).untagged, []);
  });

  it('of UID FETCH comes before CHANGEDSINCE', async (t) => {
    const { ann, client } = await openFive(t);
    ann.setFlags('INBOX', 2, []);
    ann.setFlags('INBOX', 6, []);
    await client.run('NOOP');
    assert.deepEqual((await client.run('UID FETCH 1:* UID (PARTIAL -1:-3 CHANGEDSINCE 8)')).untagged, [
      '* 5 FETCH (UID 6 MODSEQ (10))',
    ]);
  });

  it('is unknown to FETCH by number and where it is off', async (t) => {
    const { client } = await openFive(t);
    assert.equal(
      (await client.run('FETCH 1 UID (PARTIAL 1:2)')).answer,
      'BAD Unknown FETCH modifier PARTIAL',
    );
    const off = await openFive(t, { capabilities: { without: ['PARTIAL'] } });
    assert.equal(
      (await off.client.run('UID FETCH 1 UID (PARTIAL 1:2)')).answer,
      'BAD Unknown FETCH modifier PARTIAL',
    );
  });
});

describe('UID SEARCH by message numbers', () => {
  it('keeps them: expunges wait', async (t) => {
    const { ann, client } = await openFive(t);
    ann.expunge('INBOX', 2);
    assert.deepEqual((await client.run('UID SEARCH 2')).untagged, ['* SEARCH 3']);
    assert.deepEqual((await client.run('UID SEARCH UID 3')).untagged, [
      '* SEARCH 3',
      '* 1 EXPUNGE',
      '* 4 RECENT',
    ]);
  });
});
