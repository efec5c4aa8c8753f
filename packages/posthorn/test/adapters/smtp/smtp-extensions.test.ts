/** Reading what a server announces in its reply to EHLO. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chooseMechanism,
  maxMessageOctets,
  parseExtensions,
} from '../../../src/adapters/smtp/smtp-extensions.ts';

const announced = (...keywords: string[]) =>
  parseExtensions(['250-mail.example.org', ...keywords.map((keyword) => `250-${keyword}`)].join('\n'));

describe('parseExtensions', () => {
  it('gives each keyword with its parameters, in upper case', () => {
    assert.deepEqual(
      parseExtensions('250-mail.example.org greets\n250-Size 1000\n250-auth plain LOGIN\n250 8BITMIME'),
      new Map([
        ['SIZE', ['1000']],
        ['AUTH', ['PLAIN', 'LOGIN']],
        ['8BITMIME', []],
      ]),
    );
  });

  it('reads the old way to announce logins as well', () => {
    assert.deepEqual(announced('AUTH=LOGIN', 'AUTH PLAIN').get('AUTH'), ['LOGIN', 'PLAIN']);
  });

  it('takes no keyword from the greeting line', () => {
    assert.deepEqual(parseExtensions('250 SMTPUTF8 mail.example.org'), new Map());
  });

  it('takes names that mean something in JavaScript for keywords like others', () => {
    assert.deepEqual(announced('__proto__ x'), new Map([['__PROTO__', ['X']]]));
  });
});

describe('chooseMechanism', () => {
  it('prefers PLAIN, which takes one round trip', () => {
    assert.equal(chooseMechanism(announced('AUTH XOAUTH2 LOGIN PLAIN'), 'password'), 'PLAIN');
  });

  it('takes LOGIN where there is nothing better', () => {
    assert.equal(chooseMechanism(announced('AUTH CRAM-MD5 LOGIN'), 'password'), 'LOGIN');
  });

  it('takes the standard for a token, and XOAUTH2 where that is all there is', () => {
    assert.equal(chooseMechanism(announced('AUTH PLAIN XOAUTH2 OAUTHBEARER'), 'bearer'), 'OAUTHBEARER');
    assert.equal(chooseMechanism(announced('AUTH PLAIN XOAUTH2'), 'bearer'), 'XOAUTH2');
  });

  it('gives undefined for a token where only passwords are taken', () => {
    assert.equal(chooseMechanism(announced('AUTH PLAIN LOGIN'), 'bearer'), undefined);
  });

  it('gives undefined where only other mechanisms are offered', () => {
    assert.equal(chooseMechanism(announced('AUTH CRAM-MD5 PLAIN-CLIENTTOKEN'), 'password'), undefined);
  });
});

describe('maxMessageOctets', () => {
  const cases: readonly (readonly [keyword: string, octets: number])[] = [
    ['SIZE 35882577', 35_882_577],
    ['SIZE 0', Number.POSITIVE_INFINITY],
    ['SIZE', Number.POSITIVE_INFINITY],
    ['SIZE many', Number.POSITIVE_INFINITY],
    ['SIZE -1', Number.POSITIVE_INFINITY],
    ['PIPELINING', Number.POSITIVE_INFINITY],
  ];
  for (const [keyword, octets] of cases) {
    it(`is ${octets} for ${keyword}`, () => {
      assert.equal(maxMessageOctets(announced(keyword)), octets);
    });
  }
});
