import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestProblems } from '../../../../src/http/answer/problem.ts';
import { parseQueryParameters } from '../../../../src/http/request/url/query-parameters.ts';
import { parseWindow } from '../../../../src/http/request/url/window-parameters.ts';

const RULES = { maxRows: 100, isLimitOptional: false };

const WINDOWS: readonly (readonly [string, { start: number; limit: number } | null])[] = [
  ['limit=5', { start: 0, limit: 5 }],
  ['start=10&limit=100', { start: 10, limit: 100 }],
  ['start=4294967295&limit=1', { start: 4_294_967_295, limit: 1 }],
  ['limit=-1', null],
  ['start=7&limit=-1', null],
  ['limit=-2', null],
];

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['', 'limit', 'must not be omitted'],
  ['limit=', 'limit', 'must not be omitted'],
  ['limit=0', 'limit', 'must not be omitted'],
  ['start=5', 'limit', 'must not be omitted'],
  ['limit=101', 'limit', 'must not be > 100'],
  ['limit=5abc', 'limit', 'must be an integer'],
  ['limit=1e3', 'limit', 'must be an integer'],
  ['limit=1;2', 'limit', 'must be an integer'],
  ['limit=NaN', 'limit', 'must be an integer'],
  ['limit=1.5', 'limit', 'must be an integer'],
  ['limit=99999999999', 'limit', 'must be an integer'],
  ['limit=5&limit=5', 'limit', 'must not be repeated'],
  ['start=-1&limit=5', 'start', 'must not be < 0'],
  ['start=x&limit=5', 'start', 'must be an integer'],
];

function problemsOf(query: string): readonly (string | undefined)[] {
  try {
    parseWindow(parseQueryParameters(query), RULES);
    return [];
  } catch (error) {
    assert.ok(error instanceof RequestProblems);
    return error.problems.map(({ detail }) => detail);
  }
}

describe('parseWindow', () => {
  for (const [query, window] of WINDOWS) {
    it(`reads ${query}`, () => {
      assert.deepEqual(parseWindow(parseQueryParameters(query), RULES), window);
    });
  }

  for (const [query, parameter, problem] of REFUSED) {
    it(`refuses "${query}": ${parameter} ${problem}`, () => {
      assert.deepEqual(problemsOf(query), [`parameter "${parameter}" ${problem}`]);
    });
  }

  it('names all that is wrong', () => {
    assert.deepEqual(problemsOf('start=-1&limit=x'), [
      'parameter "start" must not be < 0',
      'parameter "limit" must be an integer',
    ]);
  });

  it('wants the whole list without a limit when the messages are named one by one', () => {
    assert.equal(parseWindow(new Map(), { maxRows: 100, isLimitOptional: true }), null);
  });

  it('keeps to a limit that is given although it is optional', () => {
    const window = parseWindow(parseQueryParameters('limit=2'), { maxRows: 100, isLimitOptional: true });

    assert.deepEqual(window, { start: 0, limit: 2 });
  });
});
