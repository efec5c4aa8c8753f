import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Problem, problemOf, RequestProblems, toProblem } from '../../../../src/http/answer/problem.ts';
import { presentProblem } from '../../../../src/http/v1/json-api/errors.ts';

function present(problem: Problem) {
  const { body, ...answer } = presentProblem(problem);
  return { ...answer, document: JSON.parse(String(body)) };
}

describe('presentProblem of v1', () => {
  it('is an error document with the exact media type', () => {
    assert.deepEqual(present(problemOf('message-unknown', { detail: 'No such message.' })), {
      status: 404,
      contentType: 'application/vnd.api+json',
      varyBy: 'Accept',
      document: {
        jsonapi: { version: '1.1' },
        errors: [
          { status: '404', code: 'message-unknown', title: 'Unknown message', detail: 'No such message.' },
        ],
      },
    });
  });

  it('tells an unknown account, which only the right login learns of', () => {
    const { status, document } = present(problemOf('mail-account-unknown', { detail: 'No such account.' }));

    assert.deepEqual([status, document.errors[0].code], [404, 'mail-account-unknown']);
  });

  it('tells all problems of one step, the first twenty of them in full', () => {
    const problems = Array.from({ length: 25 }, (_, index) =>
      problemOf('invalid-parameter', { parameter: `p${index}` }),
    );
    const [first, ...others] = problems;
    assert.ok(first);

    const { document } = present(toProblem(new RequestProblems([first, ...others])));

    assert.equal(document.errors.length, 20);
    assert.deepEqual(document.errors[19].source, { parameter: 'p19' });
    assert.deepEqual(document.meta, { more: 5 });
  });

  it('tells the kind of problem by its URI, and what to compute with', () => {
    const { document } = present(
      problemOf('page-size-exceeded', { typeUri: 'https://example.org/x', meta: { page: { maxSize: 200 } } }),
    );

    assert.deepEqual(
      [document.errors[0].links, document.errors[0].meta],
      [{ type: 'https://example.org/x' }, { page: { maxSize: 200 } }],
    );
  });

  it('tells class and stack of an unexpected error where the operator wants it', () => {
    const { document } = present(toProblem(new TypeError('inside')));

    assert.equal(document.errors[0].meta.exception, 'TypeError');
    assert.doesNotMatch(JSON.stringify(document), /inside/);
  });
});
