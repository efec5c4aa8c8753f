/** Error objects and documents. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JsonApiError, type Problem, toErrorDocument, toErrorObject } from 'relfield';
import { echo } from '../src/json-api-error.ts';

const PROBLEM: Problem = {
  code: 'missing-prefix',
  detail: "Missing prefix '+' or '-' for field 'version'.",
  source: { parameter: 'relfield:fields[article]' },
  position: 3,
};

describe('toErrorObject', () => {
  it('has status, code, title, detail and source, in this order and nothing else', () => {
    assert.equal(
      JSON.stringify(toErrorObject(PROBLEM)),
      '{"status":"400","code":"missing-prefix","title":"Bad Request",' +
        "\"detail\":\"Missing prefix '+' or '-' for field 'version'.\"," +
        '"source":{"parameter":"relfield:fields[article]"}}',
    );
  });

  it('has links and meta where the problem has them', () => {
    const links = { about: 'https://example.org' };
    const meta = { parameter: 'x' };

    assert.deepEqual(toErrorObject({ code: 'not-found', detail: 'No.', links, meta }), {
      status: '404',
      code: 'not-found',
      title: 'Not Found',
      detail: 'No.',
      links,
      meta,
    });
  });
});

describe('a problem of the host', () => {
  it('brings its own code, status and title', () => {
    const problem = { code: 'id-conflict', status: 409, title: 'Conflict', detail: 'The ids differ.' };

    assert.deepEqual(toErrorObject(problem), { ...problem, status: '409' });
    assert.equal(new JsonApiError([problem]).status, 409);
  });
});

describe('toErrorDocument', () => {
  it('shows twenty errors and counts the others', () => {
    const problems = Array.from({ length: 23 }, () => PROBLEM);
    const document = toErrorDocument(problems);

    assert.equal(document.errors.length, 20);
    assert.deepEqual(document.meta, { more: 3 });
  });

  it('has no meta when all errors are shown', () => {
    assert.deepEqual(toErrorDocument([PROBLEM]), { errors: [toErrorObject(PROBLEM)] });
  });
});

describe('JsonApiError', () => {
  it('carries the status and the words of its first problem, and its cause', () => {
    const cause = new Error('deeper');
    const { name, status, message, cause: carried } = new JsonApiError([PROBLEM], { cause });

    assert.deepEqual(
      { name, status, message, carried },
      { name: 'JsonApiError', status: 400, message: PROBLEM.detail, carried: cause },
    );
  });
});

describe('echo', () => {
  it('repeats up to 100 characters of a client', () => {
    assert.equal(echo('x'.repeat(100)), 'x'.repeat(100));
    assert.equal(echo('x'.repeat(101)), `${'x'.repeat(100)}...`);
  });

  it('leaves no half of a surrogate pair', () => {
    assert.equal(echo(`${'x'.repeat(99)}\u{1f600}`), `${'x'.repeat(99)}\ufffd...`);
  });
});
