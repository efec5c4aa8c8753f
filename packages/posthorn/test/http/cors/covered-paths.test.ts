import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoverage } from '../../../src/http/cors/covered-paths.ts';

const HOST = 'mail.example.org';

/** True when the patterns cover the path on a host; each host has the patterns of `byHost`, if any. */
function covers(
  patterns: readonly string[],
  path: string,
  { host = HOST, byHost = {} }: { host?: string; byHost?: Readonly<Record<string, readonly string[]>> } = {},
): boolean {
  const coverage = createCoverage({ everywhere: patterns, byHost: new Map(Object.entries(byHost)) });
  return coverage({ host, path, url: `https://${host}/base${path}?start=0` });
}

describe('the paths with CORS', () => {
  const CASES: readonly (readonly [string, string, boolean])[] = [
    ['*', '/', true],
    ['*', '/rest-api-email/v0/MailAccounts', true],
    ['rest-api-email/*', '/rest-api-email/v0/MailAccounts/a/MailFolders', true],
    ['/rest-api-email/*', '/rest-api-email/v0/MailAccounts', true],
    ['rest-api-email/*', '/rest-imapuser/auth', false],
    ['rest-api-email/*', '/rest-api-email', false],
    ['rest-imapuser/auth', '/rest-imapuser/auth', true],
    ['rest-imapuser/auth', '/rest-imapuser/auth/', true],
    ['/', '/', true],
    ['/', '/docs', false],
    ['https://mail.example.org/*', '/docs', true],
    ['https://mail.example.org/base/docs?*', '/docs', true],
    ['https://other.example.org/*', '/docs', false],
  ];
  for (const [pattern, path, expected] of CASES) {
    it(`${expected ? 'include' : 'leave out'} ${path} for "${pattern}"`, () => {
      assert.equal(covers([pattern], path), expected);
    });
  }

  it('are none without patterns', () => {
    assert.equal(covers([], '/'), false);
  });

  it('are those of the host where the host has any', () => {
    const byHost = { [HOST]: ['docs'] };

    assert.deepEqual(
      [
        covers(['*'], '/docs', { byHost }),
        covers(['*'], '/health', { byHost }),
        covers(['*'], '/health', { byHost, host: 'other.example.org' }),
      ],
      [true, false, true],
    );
  });
});
