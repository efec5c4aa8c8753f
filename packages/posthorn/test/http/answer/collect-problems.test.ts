import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { collectProblems } from '../../../src/http/answer/collect-problems.ts';
import { problemOf, RequestProblems } from '../../../src/http/answer/problem.ts';

const refuse = (parameter: string) => (): never => {
  throw new RequestProblems([problemOf('invalid-parameter', { parameter })]);
};

describe('collectProblems', () => {
  it('gives the values of all readers by their names', () => {
    assert.deepEqual(collectProblems({ a: () => 1, b: () => 'two' }), { a: 1, b: 'two' });
  });

  it('tells what every reader found wrong, in their order', () => {
    const mailError = (): never => {
      throw new MailError('invalid-parameter', { parameter: 'c', detail: 'No.' });
    };

    assert.throws(
      () => collectProblems({ a: refuse('a'), b: () => 1, c: mailError }),
      (error) => {
        assert.ok(error instanceof RequestProblems);
        assert.deepEqual(
          error.problems.map(({ parameter }) => parameter),
          ['a', 'c'],
        );
        return true;
      },
    );
  });

  it('lets bugs rise at once', () => {
    const bug = (): never => {
      throw new TypeError('bug');
    };

    assert.throws(() => collectProblems({ a: refuse('a'), b: bug }), TypeError);
  });
});
