import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCapabilities, checkEarlyCapabilities, checkLoginWays } from '../../src/doctor/imap-features.ts';
import { outline } from './probe-tools.ts';

const set = (text: string) => new Set(text.split(' '));

describe('the checks of IMAP capabilities', () => {
  it('name what is there, and what is missing with its cost', () => {
    const checks = checkCapabilities(
      set('UIDPLUS SORT ESEARCH CONDSTORE SPECIAL-USE LIST-STATUS THREAD=REFERENCES'),
    );

    assert.equal(
      checks[0]?.finding,
      'The server has UIDPLUS, SORT, ESEARCH, CONDSTORE, SPECIAL-USE, LIST-STATUS, THREAD=REFERENCES.',
    );
    assert.deepEqual(checks.slice(1), [
      {
        check: 'IMAP MOVE',
        outcome: 'warning',
        finding: 'It is missing: moving a message is copying and removing it.',
        advice: 'Nothing has to be changed; a newer mail server may have it.',
      },
    ]);
  });

  it('call nothing missing when the server tells only after the login', () => {
    assert.deepEqual(outline(checkEarlyCapabilities(set('IMAP4REV1 AUTH=PLAIN'))), ['ok IMAP capabilities']);
    assert.equal(checkEarlyCapabilities(set('IMAP4REV1 UIDPLUS')).length, 8);
  });
});

describe('the check of the ways to sign in', () => {
  for (const [capabilities, kind, outcome] of [
    ['IMAP4REV1', 'password', 'ok'],
    ['IMAP4REV1', 'bearer', 'problem'],
    ['IMAP4REV2 LOGINDISABLED AUTH=PLAIN', 'password', 'ok'],
    ['IMAP4REV1 LOGINDISABLED AUTH=XOAUTH2', 'password', 'problem'],
    ['IMAP4REV1 LOGINDISABLED AUTH=XOAUTH2', 'bearer', 'ok'],
    ['IMAP4REV1 LOGINDISABLED AUTH=XOAUTH2', null, 'ok'],
    ['IMAP4REV1 LOGINDISABLED', null, 'problem'],
    ['IMAP2', null, 'problem'],
  ] as const) {
    it(`is ${outcome} for a ${kind ?? 'login'} at ${capabilities}`, () => {
      assert.equal(checkLoginWays(set(capabilities), kind).outcome, outcome);
    });
  }
});
