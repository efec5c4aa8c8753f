/** Reading the codes of SMTP replies. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPermanent, isTransient, parseReply } from '../../../src/adapters/smtp/smtp-reply.ts';

describe('parseReply', () => {
  const cases: readonly (readonly [text: string, replyCode: number, enhancedCode: string | null])[] = [
    ['550 5.1.1 No such user', 550, '5.1.1'],
    ['552-5.3.4 Your message\n552 5.3.4 is too large', 552, '5.3.4'],
    ['535 5.7.139', 535, '5.7.139'],
    ['451', 451, null],
    ['451 Try 4.7.1 later', 451, null],
    ['550 5.1.1.1 odd', 550, null],
    ['550 1.2.3 odd', 550, null],
    ['5500 odd', 0, null],
    ['650 odd', 0, null],
    ['55', 0, null],
    ['HTTP/1.1 400', 0, null],
    ['', 0, null],
  ];
  for (const [text, replyCode, enhancedCode] of cases) {
    it(`reads ${replyCode} and ${enhancedCode} from ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseReply(text), { replyCode, enhancedCode, text });
    });
  }

  it('tells refusals for now from refusals for good', () => {
    const replies = ['250 ok', '354 go', '450 later', '550 never', 'hm'].map(parseReply);

    assert.deepEqual(replies.map(isTransient), [false, false, true, false, false]);
    assert.deepEqual(replies.map(isPermanent), [false, false, false, true, false]);
  });
});
