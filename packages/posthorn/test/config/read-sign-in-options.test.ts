/** How users sign in, in the configuration of mail servers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMailServerEntry } from '../../src/config/read-mail-server-entry.ts';

const ENTRY = {
  ...{ id: 'example', inbox_address: 'imap.example.org', inbox_port: 993, inbox_ssl: true },
  match: [/@example\.org$/i],
};
const SCOPES = ['https://mail.example.org/', 'offline_access'];

function read(options: object) {
  const reading = readMailServerEntry({ ...ENTRY, ...options }, 'entry');
  if ('entry' in reading) {
    const { auth, tokenMinutes, oauth } = reading.entry;
    return { auth, tokenMinutes, oauth };
  }
  return reading.problems.map(({ key, expected }) => `${key}: ${expected}`);
}

const withOAuth = (oauth: object) => read({ auth: ['password', 'bearer'], oauth });

describe('The sign-in options of an entry', () => {
  it('are passwords only where nothing is said', () => {
    assert.deepEqual(read({}), { auth: undefined, tokenMinutes: undefined, oauth: undefined });
  });

  it('are tokens of an issuer', () => {
    const oauth = { issuer: 'https://id.example.org', scopes: SCOPES, clientId: 'posthorn' };

    assert.deepEqual(read({ auth: ['bearer'], token_minutes: 30, oauth }), {
      auth: ['bearer'],
      tokenMinutes: 30,
      oauth: { endpoints: { issuer: 'https://id.example.org' }, scopes: SCOPES, clientId: 'posthorn' },
    });
  });

  it('are tokens of an authorization server that does not describe itself', () => {
    const endpoints = { authorize: 'http://localhost:9/auth', token: 'http://127.0.0.1:9/token' };

    assert.deepEqual(withOAuth({ ...endpoints, scopes: SCOPES }), {
      auth: ['password', 'bearer'],
      tokenMinutes: undefined,
      oauth: { endpoints, scopes: SCOPES },
    });
  });

  const ADDRESS = 'an https:// address without user and fragment (http:// only at localhost)';
  const PROBLEMS: readonly (readonly [string, object, readonly string[]])[] = [
    ['an unknown kind', { auth: ['xoauth2'] }, ['entry: auth: a list of "password" and "bearer"']],
    ['no kind', { auth: [] }, ['entry: auth: a list of "password" and "bearer"']],
    ['a kind twice', { auth: ['bearer', 'bearer'] }, ['entry: auth: a list of "password" and "bearer"']],
    ['no minutes', { token_minutes: 0 }, ['entry: token_minutes: an integer from 1 to 1440']],
    [
      'oauth without tokens',
      { oauth: { issuer: 'https://id.example.org', scopes: SCOPES } },
      ['entry: auth: "bearer" in the list, because the entry has oauth'],
    ],
    [
      'oauth that is no object',
      { auth: ['bearer'], oauth: 'https://id.example.org' },
      ['entry: oauth: an object with issuer (or authorize and token), scopes and clientId'],
    ],
  ];
  for (const [what, options, problems] of PROBLEMS) {
    it(`cannot be ${what}`, () => {
      assert.deepEqual(read(options), problems);
    });
  }

  const OAUTH_PROBLEMS: readonly (readonly [string, object, readonly string[]])[] = [
    ['http beyond this machine', { issuer: 'http://id.example.org' }, [`issuer: ${ADDRESS}`]],
    ['a user in the address', { issuer: 'https://a:b@id.example.org' }, [`issuer: ${ADDRESS}`]],
    ['a fragment', { issuer: 'https://id.example.org/#x' }, [`issuer: ${ADDRESS}`]],
    ['another scheme', { issuer: 'javascript:alert(1)' }, [`issuer: ${ADDRESS}`]],
    ['no address', {}, [`authorize: ${ADDRESS}`, `token: ${ADDRESS}`]],
    ['half of the addresses', { authorize: 'https://id.example.org/a' }, [`token: ${ADDRESS}`]],
    [
      'an issuer with addresses',
      { issuer: 'https://id.example.org', token: 'https://id.example.org/t' },
      ['issuer: either issuer, or authorize and token'],
    ],
    ['a secret', { issuer: 'https://id.example.org', clientSecret: 'x' }, ['clientSecret: no such key']],
    [
      'a scope with a space',
      { issuer: 'https://id.example.org', scopes: ['a b'] },
      ['scopes: a list of scopes, each without spaces'],
    ],
  ];
  for (const [what, oauth, problems] of OAUTH_PROBLEMS) {
    it(`cannot have ${what} in oauth`, () => {
      assert.deepEqual(
        withOAuth({ scopes: SCOPES, ...oauth }),
        problems.map((problem) => `entry, oauth: ${problem}`),
      );
    });
  }
});
