import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseHeaderFields } from '../../../src/message/headers/header-fields.ts';
import { parseListUris, readListUnsubscribe } from '../../../src/message/headers/list-unsubscribe.ts';

const read = (...lines: string[]) => readListUnsubscribe(parseHeaderFields(Buffer.from(lines.join('\r\n'))));
const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';

describe('parseListUris', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['URIs in their order', '<mailto:a@x.test>, <https://x.test/b>', ['mailto:a@x.test', 'https://x.test/b']],
    ['a comment beside a URI', '(leave \\) (here)) <mailto:a@x.test> (now)', ['mailto:a@x.test']],
    ['parentheses and commas within a URI', '<https://x.test/(a),b>', ['https://x.test/(a),b']],
    ['white space within a URI as if it were not there', '<https://x.test\t/a b>', ['https://x.test/ab']],
    ['nothing that begins with something else', 'see <https://x.test/>', []],
    ['no more after text behind a URI', '<https://x.test/> or <mailto:a@x.test>', ['https://x.test/']],
    [
      'no more after an element that is none',
      '<https://x.test/>, none, <mailto:a@x.test>',
      ['https://x.test/'],
    ],
    ['no URI without its end', '<https://x.test/>, <mailto:a@x.test', ['https://x.test/']],
    ['nothing of an empty field', '', []],
  ];
  for (const [name, value, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseListUris(value), expected);
    });
  }

  it('reads twenty at most', () => {
    assert.equal(parseListUris('<mailto:a@x>,'.repeat(100_000)).length, 20);
  });

  it('reads hostile fields in linear time', () => {
    const begin = performance.now();

    assert.deepEqual(parseListUris(`${'('.repeat(1_000_000)}<mailto:a@x.test>`), []);
    assert.deepEqual(parseListUris('<'.repeat(1_000_000)), []);

    assert.ok(performance.now() - begin < 1_000);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (value) => parseListUris(value).length <= 20));
  });
});

describe('readListUnsubscribe', () => {
  it('gives the targets by scheme', () => {
    const field =
      'List-Unsubscribe: <mailto:leave@x.test?subject=bye>, <https://x.test/1>,\r\n <https://x.test/2>';

    assert.deepEqual(read(field), {
      https: ['https://x.test/1', 'https://x.test/2'],
      mailto: ['mailto:leave@x.test?subject=bye'],
      isOneClick: false,
    });
  });

  it('knows a list that one POST leaves', () => {
    assert.equal(read('List-Unsubscribe: <https://x.test/1>', ONE_CLICK)?.isOneClick, true);
  });

  it('offers no POST without an https target, or for another value of the field', () => {
    const values = [
      read('List-Unsubscribe: <mailto:a@x.test>', ONE_CLICK),
      read('List-Unsubscribe: <https://x.test/1>', `${ONE_CLICK}, Other=1`),
    ];

    assert.deepEqual(
      values.map((value) => value?.isOneClick),
      [false, false],
    );
  });

  for (const target of ['javascript:alert(1)', 'http://x.test/1', 'https://', 'data:text/html,x', 'leave']) {
    it(`shows no ${target}`, () => {
      assert.equal(read(`List-Unsubscribe: <${target}>`, ONE_CLICK), null);
    });
  }

  it('gives URLs in ASCII without spaces and line breaks', () => {
    const field = 'List-Unsubscribe: <https://bücher.test/ä"\u202e>, <mailto:a@x.test?subject=\u0001é>';

    assert.deepEqual(read(field), {
      https: ['https://xn--bcher-kva.test/%C3%A4%22%E2%80%AE'],
      mailto: ['mailto:a@x.test?subject=%01%C3%A9'],
      isOneClick: false,
    });
  });

  it('gives nothing for a message without the field', () => {
    assert.equal(read('Subject: a', ONE_CLICK), null);
  });

  it('leaves out a URI of kilobytes', () => {
    assert.equal(read(`List-Unsubscribe: <https://x.test/${'a'.repeat(4_096)}>`), null);
  });
});
