/** Forwarded text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forwardTexts } from '../../../src/application/replies/forwarded-text.ts';

const ANN = { address: 'ann@example.com', name: 'Ann' };
const BOB = { address: 'bob@example.com', name: '' };
const ORIGINAL = {
  from: [ANN],
  date: { epochMs: Date.UTC(2023, 4, 2, 11, 54, 14), offsetMinutes: -330 },
  subject: 'Tom & Jerry',
  to: [BOB, ANN],
  cc: [BOB],
};
const HEADER = [
  '---------- Forwarded message ----------',
  'From: Ann <ann@example.com>',
  'Date: 2023-05-02 06:24 -05:30',
  'Subject: Tom & Jerry',
  'To: bob@example.com, Ann <ann@example.com>',
  'Cc: bob@example.com',
];

describe('forwardTexts', () => {
  it('puts who wrote what to whom above the whole text', () => {
    const text = 'Hi\n-- \nAnn\n';

    assert.deepEqual(forwardTexts(ORIGINAL, { plain: text, html: undefined }), {
      textPlain: `${HEADER.join('\n')}\n\n${text}`,
    });
  });

  it('does the same in HTML, where nothing of a field is markup', () => {
    const { textHtml } = forwardTexts(ORIGINAL, { plain: 'Hi', html: '<b>Hi</b>' });

    assert.equal(
      textHtml,
      '<p>---------- Forwarded message ----------<br />\n' +
        'From: Ann &lt;ann@example.com&gt;<br />\n' +
        'Date: 2023-05-02 06:24 -05:30<br />\n' +
        'Subject: Tom &amp; Jerry<br />\n' +
        'To: bob@example.com, Ann &lt;ann@example.com&gt;<br />\n' +
        'Cc: bob@example.com</p>\n' +
        '<b>Hi</b>',
    );
  });

  it('leaves out what the message does not have', () => {
    assert.equal(
      forwardTexts({ from: [ANN] }, { plain: 'Hi', html: undefined }).textPlain,
      '---------- Forwarded message ----------\nFrom: Ann <ann@example.com>\n\nHi',
    );
  });

  it('lets no text of a field make another field', () => {
    const from = [{ address: 'ann@example.com', name: 'Ann\r\nTo: evil@x.example\u2028x' }];

    assert.equal(
      forwardTexts({ from, subject: 'a\nCc: evil' }, { plain: '', html: undefined }).textPlain,
      '---------- Forwarded message ----------\nFrom: Ann To: evil@x.example x <ann@example.com>\nSubject: a Cc: evil\n\n',
    );
  });

  it('counts the recipients of a large circle', () => {
    const to = Array<typeof BOB>(10_000).fill(BOB);
    const { textPlain } = forwardTexts({ to }, { plain: '', html: undefined });

    assert.ok(textPlain.endsWith('bob@example.com and 9950 more\n\n'));
    assert.equal(textPlain.match(/bob@/g)?.length, 50);
  });
});
