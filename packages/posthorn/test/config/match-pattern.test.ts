/** The expressions that assign user names to mail servers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileMatchPattern } from '../../src/config/match-pattern.ts';
import { cpuMs } from '../support/cpu-time.ts';

function matches(source: string | RegExp, userName: string): boolean {
  const compiled = compileMatchPattern(source);
  assert.ok('pattern' in compiled, 'reason' in compiled ? compiled.reason : '');
  return compiled.pattern.matches(userName);
}

const CASES: readonly (readonly [source: string | RegExp, userName: string, expected: boolean])[] = [
  ['/@example\\.org$/', 'jane@example.org', true],
  ['/@example\\.org$/', 'jane@exampleXorg', false],
  ['/@example\\.org$/', 'jane@example.org.evil.example', false],
  ['/@example\\.org$/', 'jane@EXAMPLE.org', false],
  ['/@example\\.org$/i', 'jane@EXAMPLE.org', true],
  ['/\\@(googlemail.)(com)$/mi', 'jane@googlemail.com', true],
  ['/\\@(gmail.)(com)$/mi', 'jane@gmailXcom', true],
  ['#^jane@example\\.org$#', 'jane@example.org', true],
  ['~@example\\.org$~u', 'jane@example.org', true],
  ['!@example\\.org$!', 'jane@example.org', true],
  ['{^j{1,2}ane@}', 'jjane@example.org', true],
  ['(@(example|sample)\\.org$)i', 'jane@sample.org', true],
  ['[^[a-z]+@example\\.org$]', 'jane@example.org', true],
  ['<@example\\.org$>', 'jane@example.org', true],
  ['%@example\\.org$%', 'jane@example.org', true],
  [',@example\\.org$,', 'jane@example.org', true],
  [';@example\\.org$;', 'jane@example.org', true],
  ['@\\@example\\.org$@', 'jane@example.org', true],
  ['|\\@(example\\.org)$|', 'jane@example.org', true],
  ['"@example\\.org$"', 'jane@example.org', true],
  ['\n\t /@example\\.org$/ i\n', 'jane@EXAMPLE.org', true],
  ['/a\\/b@/', 'a/b@example.org', true],
  ['/ @ example \\. org $ # the own domain\n/x', 'jane@example.org', true],
  ['/jane\\ [ #]doe@/x', 'jane #doe@example.org', true],
  ['/^.+$/s', 'jane@example.org', true],
  ['/@example\\.org$/D', 'jane@example.org', true],
  ['/jane|joe/A', 'jane@example.org', true],
  ['/doe|@example/A', 'jane@example.org', false],
  ['/jane/mA', 'x jane@example.org', false],
  ['/j.+@example\\.org$/UXS', 'jane@example.org', true],
  ['/(jane)@(example\\.org)$/n', 'jane@example.org', true],
  ['/(?<user>jane)@/J', 'jane@example.org', true],
  ['/^j\u00fcrgen@/iu', 'J\u00dcRGEN@example.org', true],
  [/@example\.org$/i, 'jane@EXAMPLE.org', true],
  [/@example\.org$/i, 'jane@exampleXorg', false],
  [/^(?<user>[^/]+)@example\.org$/g, 'jane@example.org', true],
  [/^j\u{fc}rgen@/u, 'j\u00fcrgen@example.org', true],
];

const DELIMITER = 'it does not start with a delimiter such as / # ~ or {';
const FLAGS = 'are not among i m s x u A D U n X S J';

const REFUSED: readonly (readonly [source: string | RegExp, reason: string])[] = [
  ['', DELIMITER],
  ['example.org', DELIMITER],
  ['\\@example\\', DELIMITER],
  ['\u00e4example\u00e4', DELIMITER],
  ['9example9', DELIMITER],
  ['@example', 'it has no closing @'],
  ['/example', 'it has no closing /'],
  ['/example\\/', 'it has no closing /'],
  ['{a{1}', 'it has no closing }'],
  ['/example/e', `the flags "e" ${FLAGS}`],
  ['/example/r', `the flags "r" ${FLAGS}`],
  ['/example/i/', `the flags "i/" ${FLAGS}`],
  ['/(?=a)b/', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
  ['/(?<=a)b/', 'error parsing regexp: invalid named capture: `(?<=a)b`'],
  ['/(a)\\1/', 'error parsing regexp: invalid escape sequence: `\\1`'],
  ['/(?!a)b/', 'error parsing regexp: invalid or unsupported Perl syntax: `(?!`'],
  ['/(?>a)b/', 'error parsing regexp: invalid or unsupported Perl syntax: `(?>`'],
  ['/(?R)/', 'error parsing regexp: invalid or unsupported Perl syntax: `(?R`'],
  ['/(?(1)a)/', 'error parsing regexp: invalid or unsupported Perl syntax: `(?(`'],
  ['/a++/', 'error parsing regexp: invalid nested repetition operator: `++`'],
  ['/a\\Kb/', 'error parsing regexp: invalid escape sequence: `\\K`'],
  ['/a{1001}/', 'error parsing regexp: invalid repeat count: `{1001}`'],
  ['/(?<a>x)(?<a>y)/J', 'error parsing regexp: duplicate capture group name: `a`'],
  ['/(a/', 'error parsing regexp: missing closing ): `(a`'],
  [/a(?!b)/, 'error parsing regexp: invalid or unsupported Perl syntax: `(?!`'],
  [/(a)\1/, 'error parsing regexp: invalid escape sequence: `\\1`'],
  [/a/y, 'the flags "y" are not among i m s u'],
];

describe('compileMatchPattern', () => {
  for (const [source, userName, expected] of CASES) {
    it(`finds that ${JSON.stringify(String(source))} ${expected ? 'matches' : 'does not match'} ${userName}`, () => {
      assert.equal(matches(source, userName), expected);
    });
  }

  for (const [source, reason] of REFUSED) {
    it(`refuses ${JSON.stringify(String(source))}`, () => {
      assert.deepEqual(compileMatchPattern(source), { reason });
    });
  }

  it('keeps the expression as it was written', () => {
    const compiled = compileMatchPattern('/ @example\\.org$ /xi');

    assert.equal('pattern' in compiled && compiled.pattern.source, '/ @example\\.org$ /xi');
  });

  it('decides a catastrophic expression at once', () => {
    const startedAt = cpuMs();

    assert.equal(matches('/^(a+)+$/', `${'a'.repeat(319)}!`), false);
    assert.ok(cpuMs() - startedAt < 500);
  });
});
