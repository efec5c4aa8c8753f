import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemOf } from '../../../src/http/answer/problem.ts';
import { presentPlainProblem } from '../../../src/http/answer/problem-answer.ts';
import {
  findAliasVersion,
  problemPresenters,
  versionPrefixes,
} from '../../../src/http/server/api-versions.ts';
import { v0 } from '../../../src/http/v0/v0.ts';
import { v1 } from '../../../src/http/v1/v1.ts';

const PATHS = { emailPath: 'mail/api', authPath: 'login', hasSignIn: true };

describe('versionPrefixes', () => {
  it('has the path without a version for the version that the alias means', () => {
    assert.deepEqual(versionPrefixes('mail/api', { version: v0, alias: v0 }), ['/mail/api/v0', '/mail/api']);
  });

  it('has only the path with the version for any other', () => {
    assert.deepEqual(versionPrefixes('mail/api', { version: v0, alias: { ...v0 } }), ['/mail/api/v0']);
  });
});

describe('findAliasVersion', () => {
  it('is the version that the operator chose', () => {
    assert.equal(findAliasVersion('v0'), v0);
  });

  it('is the latest unless the operator chooses', () => {
    assert.equal(findAliasVersion(undefined), v1);
  });
});

describe('problemPresenters', () => {
  const presenterOf = problemPresenters(PATHS, v0);

  for (const path of [
    '/mail/api/v0/x',
    '/mail/api/v0',
    '/mail/api',
    '/mail/api/x',
    '/login/auth',
    '/login/v0/x',
  ]) {
    it(`tells problems with ${path} in the words of v0`, () => {
      assert.equal(presenterOf(path), v0.presentProblem);
    });
  }

  for (const path of ['/', '/mail', '/mail/apix', '/health']) {
    it(`tells problems with ${path} in plain words`, () => {
      assert.equal(presenterOf(path), presentPlainProblem);
    });
  }
});

describe('problemPresenters for a version that does not exist', () => {
  for (const path of ['/mail/api/v9', '/mail/api/v99999/x']) {
    it(`tells problems with ${path} in the words of the latest`, () => {
      assert.equal(problemPresenters(PATHS, v0)(path), v1.presentProblem);
    });
  }
});

describe('problemPresenters with v1 as the alias', () => {
  const presenterOf = problemPresenters(PATHS, v1);

  it('tells problems with paths of v1 and without a version in the words of v1', () => {
    assert.deepEqual(['/mail/api/v1/x', '/mail/api/x'].map(presenterOf), [
      v1.presentProblem,
      v1.presentProblem,
    ]);
  });

  it('tells problems with the sign-in in the words of v0, its only version', () => {
    assert.equal(presenterOf('/login/auth'), v0.presentProblem);
  });
});

describe('problemPresenters without an auth service', () => {
  it('tells problems with its path in plain words', () => {
    assert.equal(problemPresenters({ ...PATHS, hasSignIn: false }, v0)('/login/auth'), presentPlainProblem);
  });
});

describe('problemPresenters for discovery', () => {
  it('tells problems in the words of the latest version, with a sign-in and without', () => {
    const presenters = [true, false].map((hasSignIn) => problemPresenters({ ...PATHS, hasSignIn }, v0));

    assert.deepEqual(
      presenters.map((presenterOf) => presenterOf('/login/discover')),
      [v1.presentProblem, v1.presentProblem],
    );
  });
});

describe('presentPlainProblem', () => {
  it('has status, code and title', () => {
    assert.deepEqual(presentPlainProblem(problemOf('route-unknown')), {
      status: 404,
      contentType: 'application/json; charset=utf-8',
      body: { status: 404, code: 'route-unknown', title: 'Not found' },
    });
  });
});
