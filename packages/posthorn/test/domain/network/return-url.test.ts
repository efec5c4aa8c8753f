/** Return URLs: only those that are allowed, and nothing that only looks like one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAllowedReturnUrl, returnAddress } from '../../../src/domain/network/return-url.ts';

const ALLOWED = ['https://crm.example/back', 'https://other.example/', 'http://127.0.0.1:3000/back'];

const ACCEPTED = [
  'https://crm.example/back',
  'https://crm.example/back/',
  'https://crm.example/back/here?customer=7&tab=%2Fmail',
  'https://CRM.example:443/back?a=1',
  'https://other.example/anything',
  'http://127.0.0.1:3000/back?x',
];

const REFUSED = [
  'https://crm.example.evil.example/back',
  'https://evil.example/https://crm.example/back',
  'https://crm.example@evil.example/back',
  'https://crm.example:pw@crm.example/back',
  'https://crm.example:8443/back',
  'http://crm.example/back',
  'https://crm.example/backdoor',
  'https://crm.example/',
  'https://crm.example/back/../admin',
  'https://crm.example/back/%2e%2e/admin',
  'https://crm.example/back/..%2fadmin',
  'https://crm.example/back/..%5cadmin',
  'https://crm.example/back\\..\\..\\admin',
  'https://crm.example/back#account=forged',
  'https://crm.example/back?account=forged',
  'https://crm.example/back?status=connected',
  '//crm.example/back',
  '/back',
  'javascript:alert(1)//crm.example/back',
  'data:text/html,https://crm.example/back',
  'http://127.0.0.1:3001/back',
  'http://localhost.evil.example:3000/back',
  'https://crm.example\t.evil.example/back',
  '',
];

describe('isAllowedReturnUrl', () => {
  for (const url of ACCEPTED) {
    it(`accepts ${url}`, () => assert.equal(isAllowedReturnUrl(url, ALLOWED), true));
  }
  for (const url of REFUSED) {
    it(`refuses ${JSON.stringify(url)}`, () => assert.equal(isAllowedReturnUrl(url, ALLOWED), false));
  }
  it('allows nothing when nothing is configured', () => {
    assert.equal(isAllowedReturnUrl('https://crm.example/back', []), false);
  });
});

describe('returnAddress', () => {
  it('keeps the query as it is, and adds the result', () => {
    const account = 'a_1' as const;

    assert.deepEqual(
      ['https://crm.example/back', 'https://crm.example/back?x=a%20b+c&y', 'https://crm.example/back?'].map(
        (url) => returnAddress(url, { status: 'connected', account }),
      ),
      [
        'https://crm.example/back?account=a_1&status=connected',
        'https://crm.example/back?x=a%20b+c&y&account=a_1&status=connected',
        'https://crm.example/back?account=a_1&status=connected',
      ],
    );
  });

  it('names no account where there is none', () => {
    assert.equal(
      returnAddress('https://crm.example/back', { status: 'failed', account: null }),
      'https://crm.example/back?status=failed',
    );
  });
});
