import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../../src/domain/mail-error.ts';
import { problemOf, toProblem } from '../../../src/http/problem.ts';
import { presentProblem } from '../../../src/http/v0/errors.ts';

describe('presentProblem of v0', () => {
  it('tells a client mistake to old and to new readers', () => {
    const problem = toProblem(
      new MailError('invalid-parameter', { parameter: 'limit', detail: 'It must be 1.' }),
    );

    assert.deepEqual(presentProblem(problem), {
      status: 400,
      contentType: 'application/json; charset=utf-8',
      body: {
        success: false,
        msg: 'It must be 1.',
        status: 400,
        code: 'invalid-parameter',
        title: 'Invalid parameter',
        detail: 'It must be 1.',
        parameter: 'limit',
      },
    });
  });

  it('has the title as the message where there is no detail', () => {
    assert.deepEqual(presentProblem(problemOf('server-timeout')).body, {
      success: false,
      msg: 'Mail server timed out',
      status: 504,
      code: 'server-timeout',
      title: 'Mail server timed out',
    });
  });

  for (const code of ['authentication-required', 'authentication-failed', 'mail-account-unknown'] as const) {
    it(`tells nothing of the reason when ${code}`, () => {
      const { status, body } = presentProblem(
        toProblem(new MailError(code, { detail: 'The user is unknown.' })),
      );

      assert.deepEqual([status, body], [401, { success: false, msg: 'Unauthorized.', status: 401 }]);
    });
  }

  it('tells a bug in three members', () => {
    assert.deepEqual(presentProblem(problemOf('internal')).body, {
      success: false,
      msg: 'Server Error',
      status: 500,
    });
  });
});
