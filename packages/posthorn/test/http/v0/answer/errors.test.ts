import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { problemOf, toProblem } from '../../../../src/http/answer/problem.ts';
import { presentProblem } from '../../../../src/http/v0/answer/errors.ts';
import { tellFailureAs } from '../../../../src/http/v0/answer/failure-text.ts';

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

  it('names the member of the body that caused it', () => {
    const error = new MailError('invalid-document', {
      member: 'attributes.to',
      detail: 'It must be a list.',
    });

    assert.equal(
      (presentProblem(toProblem(error)).body as { parameter: string }).parameter,
      'data.attributes.to',
    );
  });

  it('has the text of the request as the message where it has one, and the reason beside it', () => {
    const request = {} as FastifyRequest;
    tellFailureAs(request, 'Sending the message failed.');
    const error = new MailError('conflict', { detail: 'The message is not a draft.' });

    assert.deepEqual(presentProblem(toProblem(error), request).body, {
      success: false,
      msg: 'Sending the message failed.',
      status: 409,
      code: 'conflict',
      title: 'Conflict',
      detail: 'The message is not a draft.',
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
