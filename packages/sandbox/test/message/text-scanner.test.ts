/** Scanning of header values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QUOTED_STRING, TextScanner, unquote } from '../../src/message/text-scanner.ts';

describe('TextScanner', () => {
  it('takes what matches here and stays where nothing does', () => {
    const scanner = new TextScanner('ab12');
    assert.deepEqual([scanner.take(/[0-9]+/y), scanner.take(/[a-z]+/y), scanner.isAtEnd], ['', 'ab', false]);
    assert.deepEqual([scanner.take(/[0-9]+/y), scanner.isAtEnd], ['12', true]);
  });

  const comments: readonly (readonly [text: string, inside: string | undefined, rest: string])[] = [
    ['(a)b', 'a', 'b'],
    ['(a(b)c)d', 'a(b)c', 'd'],
    ['(a\\)b)c', 'a\\)b', 'c'],
    ['(never', 'never', ''],
    ['x(a)', undefined, 'x(a)'],
  ];
  for (const [text, inside, rest] of comments) {
    it(`takes ${inside ?? 'no comment'} from ${text}`, () => {
      const scanner = new TextScanner(text);
      assert.deepEqual([scanner.takeComment(), scanner.take(/.*/y)], [inside, rest]);
    });
  }
});

describe('unquote', () => {
  const cases: readonly (readonly [text: string, result: string])[] = [
    ['"a"', 'a'],
    ['"a \\"b\\" \\\\"', 'a "b" \\'],
    ['"open', 'open'],
    ['"open\\"', 'open"'],
    ['"', ''],
    ['""', ''],
    ['bare\\,', 'bare,'],
  ];
  for (const [text, result] of cases) {
    it(`gives ${JSON.stringify(result)} for ${text}`, () => {
      assert.equal(unquote(text), result);
    });
  }

  it('is quick for a text of backslashes', () => {
    const start = performance.now();
    unquote(`"${'\\'.repeat(200_000)}x"`);
    assert.ok(performance.now() - start < 1000);
  });
});

describe('QUOTED_STRING', () => {
  it('ends at the first quote that is not escaped', () => {
    assert.equal(new TextScanner('"a\\"b"c"').take(QUOTED_STRING), '"a\\"b"');
  });
});
