import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordLogin } from '../../../src/domain/login.ts';
import { readCredentials } from '../../../src/http/request/credentials.ts';

const authorization = `Basic ${Buffer.from('jane:secret').toString('base64')}`;

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

  it('fails without credentials, and does not decode the connection data then', () => {
    assert.throws(() => readCredentials({ 'x-cnmail-data': 'e30=' }, assert.fail), {
      code: 'authentication-required',
    });
  });
});
