/** THREAD over a real socket (RFC 5256). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

const CAPABILITIES = { with: ['THREAD=REFERENCES', 'THREAD=ORDEREDSUBJECT'] } as const;

interface Letter {
  readonly id?: string;
  readonly refs?: string;
  readonly subject?: string;
  /** Minutes after the first; left out, the place in the list. */
  readonly sent?: number;
}

/** A mailbox with these messages; the subject is the message's own unless given. */
async function openLetters(
  t: TestContext,
  letters: readonly Letter[],
  options: Partial<SandboxOptions> = {},
) {
  const sandbox = await openSandbox(t, { capabilities: CAPABILITIES, ...options });
  for (const [index, { id, refs, subject = `Subject ${index}`, sent = index }] of letters.entries()) {
    const date = new Date(Date.UTC(2024, 0, 1, 0, sent)).toUTCString();
    const fields = [
      `Date: ${date}`,
      `Subject: ${subject}`,
      ...(id === undefined ? [] : [`Message-ID: <${id}@x>`]),
      ...(refs === undefined
        ? []
        : [
            `References: ${refs
              .split(' ')
              .map((ref) => `<${ref}@x>`)
              .join(' ')}`,
          ]),
    ];
    sandbox.user('ann').deliver(`${fields.join('\r\n')}\r\n\r\n`);
  }
  return openMailbox(t, sandbox);
}

describe('THREAD REFERENCES', () => {
  const cases: readonly (readonly [rule: string, letters: readonly Letter[], threads: string])[] = [
    [
      'puts answers below what they answer',
      [{ id: 'a' }, { id: 'b', refs: 'a' }, { id: 'c', refs: 'a b' }],
      '(1 2 3)',
    ],
    [
      'splits where a message has several answers',
      [{ id: 'a' }, { id: 'b', refs: 'a' }, { id: 'c', refs: 'b' }, { id: 'd', refs: 'a' }],
      '(1 (2 3)(4))',
    ],
    ['places a message that comes before its parent', [{ id: 'b', refs: 'a' }, { id: 'a' }], '(2 1)'],
    [
      'makes siblings of answers to what is missing',
      [
        { id: 'b', refs: 'a' },
        { id: 'c', refs: 'a' },
      ],
      '((1)(2))',
    ],
    ['skips a missing message above an only child', [{ id: 'c', refs: 'a b' }], '(1)'],
    [
      'promotes below a message that is there',
      [{ id: 'a' }, { id: 'c', refs: 'a b' }, { id: 'd', refs: 'a b' }],
      '(1 (2)(3))',
    ],
    [
      'follows the last reference',
      [{ id: 'a' }, { id: 'b' }, { id: 'c', refs: 'a' }, { id: 'd', refs: 'b c' }],
      '(1 3 4)(2)',
    ],
    [
      'makes no loop',
      [
        { id: 'a', refs: 'b' },
        { id: 'b', refs: 'a' },
      ],
      '(2 1)',
    ],
    ['makes no loop of a message that names itself', [{ id: 'a', refs: 'a' }], '(1)'],
    ['gives an id to its first message only', [{ id: 'a' }, { id: 'a' }, { id: 'b', refs: 'a' }], '(1 3)(2)'],
    [
      'sorts threads and siblings by sent date',
      [
        { id: 'a', sent: 9 },
        { id: 'b', refs: 'a', sent: 8 },
        { id: 'c', refs: 'a', sent: 7 },
        { id: 'd', sent: 1 },
      ],
      '(4)(1 (3)(2))',
    ],
    [
      'places a thread without its head by its first child',
      [{ refs: 'z', sent: 5 }, { refs: 'z', sent: 1 }, { sent: 3 }],
      '((2)(1))(3)',
    ],
    [
      'puts a reply below the message of its subject',
      [{ subject: 'Re: Tea' }, { subject: 'tea', sent: 9 }],
      '(2 1)',
    ],
    ['makes siblings of messages of one subject', [{ subject: 'Tea' }, { subject: 'tea' }], '((1)(2))'],
    [
      'makes siblings of replies of one subject',
      [{ subject: 'Re: Tea' }, { subject: 'Fwd: tea' }],
      '((1)(2))',
    ],
    ['adds to siblings', [{ subject: 'Tea' }, { subject: 'Tea' }, { subject: 'Re: Tea' }], '((1)(2)(3))'],
    [
      'joins siblings of one subject',
      [
        { refs: 'y', subject: 'Tea' },
        { refs: 'y', subject: 'Tea' },
        { refs: 'z', subject: 'Tea' },
        { refs: 'z', subject: 'Tea' },
      ],
      '((1)(2)(3)(4))',
    ],
    ['leaves messages without a subject apart', [{ subject: '' }, { subject: 'Re:' }], '(1)(2)'],
  ];
  for (const [rule, letters, threads] of cases) {
    it(rule, async (t) => {
      const client = await openLetters(t, letters);
      assert.deepEqual(await client.run('THREAD REFERENCES UTF-8 ALL'), {
        untagged: [`* THREAD ${threads}`],
        answer: 'OK Thread completed',
      });
    });
  }

  it('threads what the search finds only', async (t) => {
    const client = await openLetters(t, [{ id: 'a' }, { id: 'b', refs: 'a' }, { id: 'c', refs: 'a b' }]);
    assert.deepEqual((await client.run('THREAD REFERENCES UTF-8 NOT 2')).untagged, ['* THREAD (1 3)']);
    assert.deepEqual((await client.run('THREAD REFERENCES UTF-8 DELETED')).untagged, ['* THREAD']);
  });

  it('manages a thread of ten thousand messages', async (t) => {
    const letters = Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, refs: `${index - 1}` }));
    const client = await openLetters(t, letters);
    const start = performance.now();
    const { untagged } = await client.run('UID THREAD REFERENCES UTF-8 ALL');
    assert.equal(untagged[0]?.slice(0, 17), '* THREAD (1 2 3 4');
    assert.ok(performance.now() - start < 5000);
  });
});

describe('THREAD ORDEREDSUBJECT', () => {
  it('makes one thread of each subject', async (t) => {
    const client = await openLetters(t, [
      { subject: 'Tea', sent: 5 },
      { subject: 'Coffee', sent: 2 },
      { subject: 'Re: tea', sent: 1 },
      { subject: 'Milk', sent: 3 },
      { subject: 'Re: Milk', sent: 4 },
      { subject: 'Fwd: Tea', sent: 0 },
    ]);
    assert.deepEqual((await client.run('THREAD ORDEREDSUBJECT US-ASCII ALL')).untagged, [
      '* THREAD (6 (3)(1))(2)(4 5)',
    ]);
  });
});

describe('THREAD', () => {
  it('is a BAD for an algorithm that is unknown or off', async (t) => {
    const client = await openLetters(t, [], { capabilities: { with: ['THREAD=REFERENCES'] } });
    assert.equal((await client.run('THREAD REFS UTF-8 ALL')).answer, 'BAD Unknown threading algorithm');
    assert.equal(
      (await client.run('THREAD ORDEREDSUBJECT UTF-8 ALL')).answer,
      'BAD Unknown threading algorithm',
    );
  });

  it('refuses an unknown charset', async (t) => {
    const client = await openLetters(t, []);
    const { answer } = await client.run('THREAD REFERENCES KOI8-R ALL');
    assert.equal(answer, 'NO [BADCHARSET (US-ASCII UTF-8)] Unknown charset');
  });
});
