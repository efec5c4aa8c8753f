/** How a letter becomes a message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Letter, storeLetter, writeLetter } from '../../src/demo/letter.ts';
import { plainEntity } from '../../src/demo/raw-message.ts';

const LETTER: Letter = {
  id: '3@posthorn.test',
  from: { name: 'Lee, Ann', address: 'ann@posthorn.test' },
  to: [
    { name: 'Jane Doe', address: 'jane@posthorn.test' },
    { name: 'J\u00fcrgen', address: 'juergen@radwerk.test' },
  ],
  subject: 'Gr\u00fc\u00dfe',
  sentAt: new Date('2026-02-03T04:05:06Z'),
  entity: plainEntity('text/plain', 'Hi'),
  after: ['1@posthorn.test', '2@posthorn.test'],
  fields: [['Precedence', 'bulk']],
};

describe('writeLetter', () => {
  it('writes all header fields', () => {
    assert.equal(
      writeLetter(LETTER).toString(),
      [
        'Date: Tue, 3 Feb 2026 04:05:06 +0000',
        'From: "Lee, Ann" <ann@posthorn.test>',
        'To: Jane Doe <jane@posthorn.test>,',
        ' =?utf-8?B?SsO8cmdlbg==?= <juergen@radwerk.test>',
        'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
        'Message-ID: <3@posthorn.test>',
        'In-Reply-To: <2@posthorn.test>',
        'References: <1@posthorn.test>',
        ' <2@posthorn.test>',
        'Precedence: bulk',
        'MIME-Version: 1.0',
        'Content-Type: text/plain',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Hi',
        '',
      ].join('\r\n'),
    );
  });

  it('leaves fields without a value out', () => {
    const draft = writeLetter({ ...LETTER, to: [], after: [] }).toString();

    assert.doesNotMatch(draft, /^(To|Cc|In-Reply-To|References):/m);
  });

  it('splits a long subject between characters', () => {
    const text = writeLetter({ ...LETTER, subject: '\u65e5'.repeat(20) }).toString();

    assert.match(text, /^Subject: =\?utf-8\?B\?(?:5pel){15}\?=\r\n =\?utf-8\?B\?(?:5pel){5}\?=\r\n/m);
  });
});

describe('storeLetter', () => {
  it('arrives some seconds after it was written', () => {
    assert.deepEqual(storeLetter(LETTER, { mailbox: 'INBOX', flags: ['\\Seen'] }), {
      mailbox: 'INBOX',
      raw: writeLetter(LETTER),
      flags: ['\\Seen'],
      internalDate: new Date('2026-02-03T04:05:10Z'),
    });
  });
});
