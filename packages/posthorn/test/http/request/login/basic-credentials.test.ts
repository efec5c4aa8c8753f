import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBasicCredentials } from '../../../../src/http/request/login/basic-credentials.ts';

function header(text: string, encoding: BufferEncoding = 'utf8'): string {
  return `Basic ${Buffer.from(text, encoding).toString('base64')}`;
}

/** User and password in the clear. */
function parsed(value: string | undefined): readonly [string, string] | undefined {
  const credentials = parseBasicCredentials(value);
  return credentials && [credentials.user, credentials.secret.reveal()];
}

const UNUSABLE: readonly (readonly [string, string | undefined])[] = [
  ['a missing header', undefined],
  ['an empty header', ''],
  ['another scheme', 'Bearer abc'],
  ['a scheme without credentials', 'Basic'],
  ['text that is not base64', 'Basic jane:secret'],
  ['base64 of the URL alphabet', 'Basic amFuZTpzZWNyZXQ_'],
  ['credentials without a colon', header('jane')],
  ['credentials without a user', header(':secret')],
  ['a line end in the user', header('jane\r\nX:secret')],
  ['a NUL in the password', header('jane:sec\0ret')],
  ['more than twelve kilobytes', header(`jane:${'x'.repeat(9_300)}`)],
];

describe('parseBasicCredentials', () => {
  it('reads user and password', () => {
    assert.deepEqual(parsed(header('jane@example.org:secret')), ['jane@example.org', 'secret']);
  });

  it('keeps colons and spaces of the password', () => {
    assert.deepEqual(parsed(header('jane: a:b ')), ['jane', ' a:b ']);
  });

  it('reads an empty password', () => {
    assert.deepEqual(parsed(header('jane:')), ['jane', '']);
  });

  it('reads the scheme in any case', () => {
    assert.deepEqual(parsed(header('jane:secret').replace('Basic', 'bAsIc')), ['jane', 'secret']);
  });

  it('reads UTF-8', () => {
    assert.deepEqual(parsed(header('jürgen:pä€')), ['jürgen', 'pä€']);
  });

  it('reads Latin-1 where the octets are not UTF-8', () => {
    assert.deepEqual(parsed(header('jürgen:pä', 'latin1')), ['jürgen', 'pä']);
  });

  for (const [name, value] of UNUSABLE) {
    it(`refuses ${name}`, () => {
      assert.equal(parsed(value), undefined);
    });
  }
});
