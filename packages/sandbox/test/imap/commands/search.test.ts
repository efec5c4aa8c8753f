/** SEARCH over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

/** Uids are 11, 12, 13: numbers and uids must not be mixed up. */
async function openThree(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  for (let uid = 1; uid <= 10; uid++) ann.deliver('');
  for (let uid = 1; uid <= 10; uid++) ann.expunge('INBOX', uid);
  ann.deliver('From: Bob <bob@example.org>\nTo: Cid\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n\nHello World', {
    flags: ['\\Seen', '$Work'],
    internalDate: new Date('2024-01-31T23:59:59Z'),
  });
  ann.deliver('Date: Thu, 01 Feb 2024 23:30:00 -0500\nCc: bob@example.org\nX-Tag: a\n\nsmall', {
    flags: ['\\Flagged', '\\Answered'],
    internalDate: new Date('2024-02-01T00:00:00Z'),
  });
  ann.deliver(
    'Bcc: dan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n' +
      `Content-Transfer-Encoding: quoted-printable\n\nbook=E9d =\nlong${'x'.repeat(200)}`,
    { flags: ['\\Deleted', '\\Draft'], internalDate: new Date('2024-02-02T00:00:00Z') },
  );
  return openMailbox(t, sandbox);
}

describe('SEARCH keys', () => {
  const cases: readonly (readonly [keys: string, numbers: string])[] = [
    ['ALL', ' 1 2 3'],
    ['1', ' 1'],
    ['2:*', ' 2 3'],
    ['*', ' 3'],
    ['99', ''],
    ['UID 12:99', ' 2 3'],
    ['SEEN', ' 1'],
    ['UNSEEN', ' 2 3'],
    ['ANSWERED FLAGGED', ' 2'],
    ['UNANSWERED UNFLAGGED', ' 1 3'],
    ['DELETED DRAFT', ' 3'],
    ['UNDELETED UNDRAFT', ' 1 2'],
    ['KEYWORD $work', ' 1'],
    ['UNKEYWORD $Work', ' 2 3'],
    ['RECENT', ' 1 2 3'],
    ['NEW', ' 2 3'],
    ['OLD', ''],
    ['FROM BOB', ' 1'],
    ['FROM ""', ' 1'],
    ['TO cid', ' 1'],
    ['CC bob', ' 2'],
    ['BCC dan', ' 3'],
    ['HEADER X-TAG ""', ' 2'],
    ['HEADER x-tag b', ''],
    ['BODY "hello w"', ' 1'],
    ['TEXT bob@example', ' 1 2'],
    ['TEXT x-tag', ' 2'],
    ['LARGER 150', ' 3'],
    ['SMALLER 100', ' 1 2'],
    ['BEFORE 1-Feb-2024', ' 1'],
    ['ON 01-Feb-2024', ' 2'],
    ['SINCE "1-feb-2024"', ' 2 3'],
    ['SENTON 1-Feb-2024', ' 2'],
    ['SENTBEFORE 1-Feb-2024', ''],
    ['SENTSINCE 2-Feb-2024', ''],
    ['NOT SEEN', ' 2 3'],
    ['NOT NOT SEEN', ' 1'],
    ['OR SEEN FLAGGED', ' 1 2'],
    ['OR (SEEN ANSWERED) (DELETED)', ' 3'],
    ['(FLAGGED (ANSWERED)) 2', ' 2'],
    ['MODSEQ 1', ' 1 2 3 (MODSEQ 24)'],
    ['MODSEQ "/flags/\\\\Seen" all 24', ' 3 (MODSEQ 24)'],
    ['MODSEQ 99', ''],
    ['CHARSET US-ASCII SEEN', ' 1'],
  ];
  for (const [keys, numbers] of cases) {
    it(`${keys} finds ${numbers.trim() || 'nothing'}`, async (t) => {
      const client = await openThree(t);
      assert.deepEqual(await client.run(`SEARCH ${keys}`), {
        untagged: [`* SEARCH${numbers}`],
        answer: 'OK Search completed',
      });
    });
  }

  it('looks into encoded headers and bodies with UTF-8 literals', async (t) => {
    const client = await openThree(t);
    const { untagged: inSubject } = await client.run(
      'SEARCH CHARSET UTF-8 SUBJECT {6+}\r\nR\xc3\x9c\xc3\x9fE',
    );
    const { untagged: inBody } = await client.run('SEARCH CHARSET utf-8 BODY {12+}\r\nbook\xc3\xa9d long');
    assert.deepEqual([inSubject, inBody], [['* SEARCH 1'], ['* SEARCH 3']]);
  });

  it('UID SEARCH answers with uids', async (t) => {
    const client = await openThree(t);
    assert.deepEqual((await client.run('UID SEARCH UNSEEN')).untagged, ['* SEARCH 12 13']);
  });

  const malformed: readonly (readonly [keys: string, answer: string])[] = [
    ['', 'BAD Expected a keyword'],
    ['XYZZY', 'BAD Unknown search key XYZZY'],
    ['OR SEEN', 'BAD Expected a space'],
    ['()', 'BAD Empty search group'],
    ['SINCE 2024-02-01', 'BAD Invalid date'],
    ['SINCE 32-Jan-2024', 'BAD Invalid date'],
    ['1,,2', 'BAD Invalid message set'],
    ['CHARSET KOI8-R ALL', 'NO [BADCHARSET (US-ASCII UTF-8)] Unknown charset'],
    [`${'NOT '.repeat(60)}SEEN`, 'BAD The search is nested too deeply'],
    [`${'('.repeat(60)}SEEN${')'.repeat(60)}`, 'BAD The search is nested too deeply'],
  ];
  for (const [keys, answer] of malformed) {
    it(`answers ${answer} to ${keys.slice(0, 20)}`, async (t) => {
      const client = await openThree(t);
      assert.deepEqual(await client.run(`SEARCH ${keys}`), { untagged: [], answer });
    });
  }
});

describe('SEARCH RETURN', () => {
  const cases: readonly (readonly [options: string, result: string])[] = [
    ['(MIN MAX COUNT ALL) UNSEEN', ' UID MIN 12 MAX 13 ALL 12:13 COUNT 2'],
    ['() ALL', ' UID ALL 11:13'],
    ['(COUNT) SUBJECT nothing', ' UID COUNT 0'],
    ['(MIN ALL) SUBJECT nothing', ' UID'],
    ['(MIN) MODSEQ 1', ' UID MIN 11 MODSEQ 22'],
    ['(ALL) MODSEQ 1', ' UID ALL 11:13 MODSEQ 24'],
  ];
  for (const [options, result] of cases) {
    it(`${options} answers${result}`, async (t) => {
      const client = await openThree(t);
      const { untagged } = await client.run(`UID SEARCH RETURN ${options}`);
      assert.deepEqual(untagged, [`* ESEARCH (TAG "a")${result}`]);
    });
  }

  it('is unknown without ESEARCH', async (t) => {
    const client = await openThree(t, { capabilities: { without: ['ESEARCH'] } });
    assert.equal((await client.run('SEARCH RETURN (ALL) ALL')).answer, 'BAD Unknown search key RETURN');
  });

  it('knows no SAVE and no PARTIAL where they are off', async (t) => {
    const client = await openThree(t, {
      capabilities: { with: ['CONTEXT=SORT'], without: ['SEARCHRES', 'PARTIAL'] },
    });
    assert.equal((await client.run('SEARCH RETURN (SAVE) ALL')).answer, 'BAD Unknown return option SAVE');
    assert.equal(
      (await client.run('SEARCH RETURN (PARTIAL 1:2) ALL')).answer,
      'BAD Unknown return option PARTIAL',
    );
  });
});
