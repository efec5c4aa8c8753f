/** SORT over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

async function openFour(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const deliver = (raw: string, internalDate: string) =>
    sandbox.user('ann').deliver(raw, { internalDate: new Date(internalDate) });
  deliver(
    'Date: 1 Feb 2024 10:00 +0500\nFrom: Zoe <b@x>\nTo: c@x\nSubject: Re: Beta\n\n',
    '2024-03-04T00:00:00Z',
  );
  deliver('Date: 1 Feb 2024 06:00 +0000\nFrom: A <c@x>\nCc: a@x\nSubject: alpha\n\n', '2024-03-03T00:00:00Z');
  deliver('From: B@y\nTo: a@x\nSubject: [list] Fwd: beta (fwd)\n\n', '2024-02-01T05:30:00Z');
  deliver('Date: never\nSubject: =?utf-8?q?=C3=84rger?=\n\nlong long body', '2024-03-01T00:00:00Z');
  return openMailbox(t, sandbox);
}

describe('SORT', () => {
  const cases: readonly (readonly [criteria: string, numbers: string])[] = [
    ['ARRIVAL', '3 4 2 1'],
    ['REVERSE ARRIVAL', '1 2 4 3'],
    ['DATE', '1 3 2 4'],
    ['SUBJECT', '2 1 3 4'],
    ['REVERSE SUBJECT', '4 1 3 2'],
    ['SUBJECT REVERSE ARRIVAL', '2 1 3 4'],
    ['SUBJECT ARRIVAL', '2 3 1 4'],
    ['FROM', '4 1 3 2'],
    ['REVERSE FROM', '2 1 3 4'],
    ['TO', '2 4 3 1'],
    ['CC', '1 3 4 2'],
    ['SIZE', '3 4 2 1'],
  ];
  for (const [criteria, numbers] of cases) {
    it(`(${criteria}) gives ${numbers}`, async (t) => {
      const client = await openFour(t);
      assert.deepEqual(await client.run(`UID SORT (${criteria}) UTF-8 ALL`), {
        untagged: [`* SORT ${numbers}`],
        answer: 'OK Sort completed',
      });
    });
  }

  it('orders only what the search finds', async (t) => {
    const client = await openFour(t);
    assert.deepEqual((await client.run('SORT (REVERSE SIZE) US-ASCII SUBJECT beta')).untagged, [
      '* SORT 1 3',
    ]);
  });

  it('rejects unknown and missing criteria', async (t) => {
    const client = await openFour(t);
    assert.equal((await client.run('SORT (COLOUR) UTF-8 ALL')).answer, 'BAD Unknown sort criterion');
    assert.equal((await client.run('SORT () UTF-8 ALL')).answer, 'BAD Expected sort criteria');
    assert.equal((await client.run('SORT (DATE) UTF-8')).answer, 'BAD Expected a space');
  });

  it('is unknown when the capability is off', async (t) => {
    const client = await openFour(t, { capabilities: { without: ['SORT'] } });
    assert.equal((await client.run('SORT (DATE) UTF-8 ALL')).answer, 'BAD Unknown command SORT');
  });
});

describe('SORT RETURN', () => {
  const capabilities = { with: ['CONTEXT=SORT'] } as const;
  const cases: readonly (readonly [options: string, result: string])[] = [
    ['(ALL COUNT)', ' UID ALL 3:4,2,1 COUNT 4'],
    ['(MIN MAX)', ' UID MIN 3 MAX 1'],
    ['(PARTIAL 2:3 COUNT)', ' UID PARTIAL (2:3 4,2) COUNT 4'],
    ['(PARTIAL 9:20)', ' UID PARTIAL (9:20 NIL)'],
    ['()', ' UID ALL 3:4,2,1'],
  ];
  for (const [options, result] of cases) {
    it(`${options} answers${result}`, async (t) => {
      const client = await openFour(t, { capabilities });
      const { untagged } = await client.run(`UID SORT RETURN ${options} (ARRIVAL) UTF-8 ALL`);
      assert.deepEqual(untagged, [`* ESEARCH (TAG "a")${result}`]);
    });
  }

  it('allows PARTIAL only where CONTEXT=SORT was asked for', async (t) => {
    const client = await openFour(t);
    const { answer } = await client.run('UID SORT RETURN (PARTIAL 1:2) (ARRIVAL) UTF-8 ALL');
    assert.equal(answer, 'BAD Unknown return option PARTIAL');
  });

  it('rejects PARTIAL beside ALL and a range from 0', async (t) => {
    const client = await openFour(t, { capabilities });
    const run = async (options: string) =>
      (await client.run(`SORT RETURN (${options}) (ARRIVAL) UTF-8 ALL`)).answer;
    assert.equal(await run('PARTIAL 1:2 ALL'), 'BAD PARTIAL and ALL exclude each other');
    assert.equal(await run('PARTIAL 0:2'), 'BAD Invalid PARTIAL range');
  });

  it('is unknown without ESORT', async (t) => {
    const client = await openFour(t, { capabilities: { without: ['ESORT'] } });
    assert.equal((await client.run('UID SORT RETURN (COUNT) (ARRIVAL) UTF-8 ALL')).answer, 'BAD Expected (');
  });
});
