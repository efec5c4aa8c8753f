import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import { ClientGone } from '../../../src/http/answer/client-gone.ts';
import { publicProblem, toProblem } from '../../../src/http/answer/problem.ts';

const STATUS_OF_CODE: readonly (readonly [MailErrorCode, number])[] = [
  ['authentication-required', 401],
  ['authentication-failed', 401],
  ['access-denied', 403],
  ['mail-account-unknown', 404],
  ['mailbox-unknown', 404],
  ['message-unknown', 404],
  ['attachment-unknown', 404],
  ['invalid-parameter', 400],
  ['invalid-document', 400],
  ['conflict', 409],
  ['outdated-version', 412],
  ['message-too-large', 413],
  ['submission-uncertain', 502],
  ['capability-missing', 422],
  ['message-rejected', 422],
  ['quota-exceeded', 507],
  ['rate-limited', 429],
  ['tls-required', 502],
  ['server-unreachable', 502],
  ['server-unavailable', 503],
  ['server-timeout', 504],
  ['protocol-failure', 502],
  ['too-many-connections', 503],
];

const STATUS_OF_FASTIFY_ERROR: readonly (readonly [number, string])[] = [
  [400, 'malformed-request'],
  [413, 'payload-too-large'],
  [414, 'uri-too-long'],
  [415, 'unsupported-media-type'],
  [500, 'internal'],
];

describe('toProblem', () => {
  for (const [code, status] of STATUS_OF_CODE) {
    it(`answers ${code} with ${status}`, () => {
      assert.equal(toProblem(new MailError(code, { detail: 'x' })).status, status);
    });
  }

  for (const [statusCode, code] of STATUS_OF_FASTIFY_ERROR) {
    it(`takes an error of Fastify with the status ${statusCode} for ${code}`, () => {
      assert.equal(toProblem(Object.assign(new Error('x'), { statusCode })).code, code);
    });
  }

  it('carries the parameter and the detail of a client mistake', () => {
    const error = new MailError('invalid-parameter', { parameter: 'limit', detail: 'It must be 1.' });

    assert.deepEqual(toProblem(error), {
      code: 'invalid-parameter',
      status: 400,
      title: 'Invalid parameter',
      parameter: 'limit',
      detail: 'It must be 1.',
    });
  });

  it('says when to try again, also where the failure does not know it', () => {
    const retries = [{ detail: 'x' }, { detail: 'x', retryAfterSeconds: 300 }].map(
      (details) => toProblem(new MailError('server-unavailable', details)).retryAfterSeconds,
    );

    assert.deepEqual(retries, [30, 300]);
  });

  it('knows a client that went away', () => {
    assert.equal(toProblem(new ClientGone()).code, 'client-gone');
  });

  it('describes a bug by class and stack frames, without its message', () => {
    const problem = toProblem(new TypeError('secret\n    at secret'));

    assert.equal(problem.debug?.exception, 'TypeError');
    assert.ok((problem.debug?.trace.length ?? 0) > 1);
    assert.doesNotMatch(JSON.stringify(problem), /secret/);
  });

  it('takes what is no Error for a bug', () => {
    assert.deepEqual(toProblem('secret').debug, { exception: 'string', trace: [] });
  });
});

describe('publicProblem', () => {
  it('tells the detail of a client mistake', () => {
    const problem = toProblem(new MailError('conflict', { detail: 'It exists.' }));

    assert.deepEqual(publicProblem(problem), problem);
  });

  it('keeps the detail of a server failure to itself', () => {
    const problem = toProblem(new MailError('protocol-failure', { detail: 'It spoke gibberish.' }));

    assert.deepEqual(publicProblem(problem), {
      code: 'protocol-failure',
      status: 502,
      title: 'Unexpected answer of the mail server',
    });
  });

  it('tells the detail where the user has to know what to do', () => {
    const problem = toProblem(new MailError('submission-uncertain', { detail: 'Look for the message.' }));

    assert.deepEqual(publicProblem(problem), problem);
  });

  it('keeps the workings of a bug to itself', () => {
    assert.deepEqual(publicProblem(toProblem(new Error('secret'))), {
      code: 'internal',
      status: 500,
      title: 'Server Error',
    });
  });
});
