import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCorsReach } from '../../src/config/check-cors-reach.ts';
import { DEFAULT_CORS_OPTIONS } from '../../src/config/cors-options.ts';
import type { CorsRules } from '../../src/domain/network/cors-rules.ts';

const PATHS = { emailPath: 'rest-api-email', authPath: 'rest-imapuser' };

function uselessPaths(...everywhere: string[]): readonly string[] {
  const options = { ...DEFAULT_CORS_OPTIONS, paths: { everywhere, byHost: new Map() } };
  return checkCorsReach(options, PATHS).map(({ got }) => got);
}

describe('checkCorsReach', () => {
  it('takes what covers something that is served', () => {
    const patterns = ['*', '/', 'rest-*', 'rest-api-email', '/rest-api-email/*/', 'rest-imapuser/v0/*'];

    assert.deepEqual(uselessPaths(...patterns, 'docs', '*/v1/*', 'https://mail.example.org/mail/*'), []);
  });

  it('tells of what covers nothing', () => {
    assert.deepEqual(uselessPaths('rest-api-mail/*', 'rest-api-email/*', 'api/*', 'rest-api'), [
      '"rest-api-mail/*", which covers none of it',
      '"api/*", which covers none of it',
      '"rest-api", which covers none of it',
    ]);
  });

  it('looks at the paths of each host', () => {
    const paths = { everywhere: [], byHost: new Map([['mail.test', ['api/*']]]) };
    const problems = checkCorsReach({ ...DEFAULT_CORS_OPTIONS, paths }, PATHS);

    assert.deepEqual(
      problems.map(({ key, got }) => [key, got]),
      [['app/config/cors: paths', '"api/*", which covers none of it']],
    );
  });

  it('wants an origin, unless CORS is off', () => {
    const none: CorsRules = { ...DEFAULT_CORS_OPTIONS, allowedOrigins: [] };
    const paths = { everywhere: ['*'], byHost: new Map() };

    assert.deepEqual(
      [checkCorsReach(none, PATHS), checkCorsReach({ ...none, paths }, PATHS).map(({ key }) => key)],
      [[], ['app/config/cors: allowed_origins']],
    );
  });
});
