import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerLogin, passwordLogin } from '../../../../src/domain/logins/login.ts';
import { readCredentials } from '../../../../src/http/request/login/credentials.ts';

const authorization = `Basic ${Buffer.from('jane:secret').toString('base64')}`;

/** A token with these claims and a signature that nobody checks. */
function jwt(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode(claims)}.x`;
}

describe('readCredentials', () => {
  it('reads user and password without connection data', () => {
    const credentials = readCredentials({ authorization }, assert.fail);

    assert.deepEqual(credentials, { login: passwordLogin('jane', 'secret') });
  });

  it('adds the decoded connection data', () => {
    const headers = { authorization, 'x-cnmail-data': 'e30=' };

    assert.deepEqual(readCredentials(headers, (value) => ({ decoded: value })).connectionData, {
      decoded: 'e30=',
    });
  });

  it('reads a token with the user of the header, or of the connection data', () => {
    const bearer = { authorization: 'Bearer the-token' };
    const login = bearerLogin('jane', 'the-token');

    assert.deepEqual(readCredentials({ ...bearer, 'x-mail-user': 'jane' }, assert.fail), { login });
    assert.deepEqual(
      readCredentials({ ...bearer, 'x-cnmail-data': 'e30=' }, () => ({ user: 'jane' })).login,
      login,
    );
  });

  it('reads a user name beyond ASCII', () => {
    const name = Buffer.from('j\u00e4ne').toString('latin1');
    const headers = { authorization: 'Bearer the-token', 'x-mail-user': name };

    assert.equal(readCredentials(headers, assert.fail).login.user, 'j\u00e4ne');
  });

  it('takes the password of Basic credentials for a token where the request says so', () => {
    const login = bearerLogin('jane', 'secret');

    assert.deepEqual(readCredentials({ authorization, 'x-mail-auth': 'bearer' }, assert.fail), { login });
    const data = () => ({ inbox_auth: 'bearer' });
    assert.deepEqual(readCredentials({ authorization, 'x-cnmail-data': 'e30=' }, data).login, login);
  });

  it('reads tokens of 8 KB, by either scheme', () => {
    const token = 't'.repeat(8192);
    const basic = `Basic ${Buffer.from(`jane@example.org:${token}`).toString('base64')}`;
    const bearer = { authorization: `Bearer ${token}`, 'x-mail-user': 'jane' };

    assert.equal(readCredentials(bearer, assert.fail).login.secret.reveal(), token);
    const asPassword = readCredentials({ authorization: basic, 'x-mail-auth': 'bearer' }, assert.fail);
    assert.equal(asPassword.login.secret.reveal(), token);
  });

  it('takes the end of a JWT for a hint', () => {
    const authorizationOf = (exp: number) => `Bearer ${jwt({ exp })}`;
    const user = { 'x-mail-user': 'jane' };

    const { login } = readCredentials(
      { ...user, authorization: authorizationOf(9_999_999_999) },
      assert.fail,
    );
    assert.equal(login.kind === 'bearer' && login.endsAt, 9_999_999_999_000);
    assert.throws(() => readCredentials({ ...user, authorization: authorizationOf(1) }, assert.fail), {
      code: 'authentication-failed',
      details: { detail: 'The token has expired. Get a new one.', tokenProblem: { error: 'invalid_token' } },
    });
  });

  const UNUSABLE: readonly (readonly [string, Record<string, string>, unknown])[] = [
    ['a token without a user', {}, undefined],
    ['an empty user', { 'x-mail-user': '' }, undefined],
    ['a user with a control character', { 'x-mail-user': 'jane\u0001' }, undefined],
    ['two users', { 'x-mail-user': 'jane', 'x-cnmail-data': 'e30=' }, { user: 'eve' }],
    ['no token', { 'x-mail-user': 'jane', authorization: 'Bearer' }, undefined],
    ['two words', { 'x-mail-user': 'jane', authorization: 'Bearer a b' }, undefined],
    [
      'a token beyond 8 KB',
      { 'x-mail-user': 'jane', authorization: `Bearer ${'t'.repeat(8193)}` },
      undefined,
    ],
    ['an unknown kind of login', { authorization, 'x-mail-auth': 'xoauth2' }, undefined],
    [
      'two kinds',
      { authorization, 'x-mail-auth': 'bearer', 'x-cnmail-data': 'e30=' },
      { inbox_auth: 'password' },
    ],
    [
      'a password with a space as a token',
      { authorization: `Basic ${btoa('jane:a b')}`, 'x-mail-auth': 'bearer' },
      undefined,
    ],
  ];
  for (const [what, headers, data] of UNUSABLE) {
    it(`refuses ${what}`, () => {
      assert.throws(() => readCredentials({ authorization: 'Bearer token', ...headers }, () => data), {
        code: 'invalid-parameter',
      });
    });
  }

  it('fails without credentials, and does not decode the connection data then', () => {
    assert.throws(() => readCredentials({ 'x-cnmail-data': 'e30=' }, assert.fail), {
      code: 'authentication-required',
    });
  });
});
