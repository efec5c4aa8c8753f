/** Encoded words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeHeaderText } from '../../src/message/encoded-word.ts';

describe('decodeHeaderText', () => {
  const cases: readonly (readonly [value: string, text: string])[] = [
    ['plain', 'plain'],
    ['=?utf-8?Q?Gr=C3=BC=C3=9Fe_an_alle?=', 'Grüße an alle'],
    ['=?ISO-8859-1?b?R3L832U=?=', 'Grüße'],
    ['a =?utf-8?q?b?= =?utf-8?q?c?= d', 'a bc d'],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['=?utf-8*en?q?x?=', 'x'],
    ['=?no-such-charset?q?x=E9?=', 'xé'],
    ['=?utf-8?x?y?=', '=?utf-8?x?y?='],
    ['\xc3\xa9', 'é'],
  ];
  for (const [value, text] of cases) {
    it(`reads ${JSON.stringify(value)} as ${text}`, () => {
      assert.equal(decodeHeaderText(value), text);
    });
  }

  it('reads 50,000 encoded words quickly', () => {
    const start = performance.now();
    assert.equal(decodeHeaderText('=?utf-8?q?a?= '.repeat(50_000)).trimEnd(), 'a'.repeat(50_000));
    assert.ok(performance.now() - start < 2000);
  });
});
