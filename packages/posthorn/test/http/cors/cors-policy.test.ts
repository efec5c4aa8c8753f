/** What the policy tells, over origins and options. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CorsRules } from '../../../src/domain/network/cors-rules.ts';
import { createCorsPolicy } from '../../../src/http/cors/cors-policy.ts';

const APP = 'https://app.example.org';

/** The rules of seed 2's defaults, with some of them changed. */
function policyOf(rules: Partial<CorsRules> = {}) {
  return createCorsPolicy({
    paths: { everywhere: ['*'], byHost: new Map() },
    allowedOrigins: ['*'],
    allowedOriginPatterns: [],
    allowedMethods: ['*'],
    allowedHeaders: ['*'],
    exposedHeaders: [],
    maxAgeSeconds: 0,
    hasCredentials: false,
    ...rules,
  });
}

/** What a browser on that origin is told, and whether the answer depends on the origin. */
function tell(rules: Partial<CorsRules>, origin?: string) {
  const { headers, vary } = policyOf(rules).answerRequest(origin);
  return [headers['access-control-allow-origin'], vary.join()];
}

const EXAMPLE_ORG = {
  source: 'x',
  matches: (origin: string) => /^https:\/\/[a-z]+\.example\.org$/.test(origin),
};

const ORIGINS: readonly (readonly [Partial<CorsRules>, string | undefined, string | undefined, string])[] = [
  [{ allowedOrigins: ['*'] }, APP, '*', ''],
  [{ allowedOrigins: ['*'] }, undefined, '*', ''],
  [{ allowedOrigins: ['https://a.test', '*'] }, APP, '*', ''],
  [{ allowedOrigins: [] }, APP, undefined, 'Origin'],
  // One fixed origin is told to everybody.
  [{ allowedOrigins: [APP] }, APP, APP, ''],
  [{ allowedOrigins: [APP] }, 'https://evil.test', APP, ''],
  [{ allowedOrigins: [APP] }, undefined, APP, ''],
  // Several origins.
  [{ allowedOrigins: [APP, 'https://b.test'] }, APP, APP, 'Origin'],
  [{ allowedOrigins: [APP, 'https://b.test'] }, 'https://b.test', 'https://b.test', 'Origin'],
  [{ allowedOrigins: [APP, 'https://b.test'] }, 'https://evil.test', undefined, 'Origin'],
  [{ allowedOrigins: [APP, 'https://b.test'] }, undefined, undefined, 'Origin'],
  [{ allowedOrigins: [APP, 'https://b.test'] }, 'http://app.example.org', undefined, 'Origin'],
  [{ allowedOrigins: [APP, 'https://b.test'] }, `${APP}:8443`, undefined, 'Origin'],
  // Wildcards are anchored at both ends.
  [{ allowedOrigins: ['https://*.example.org'] }, APP, APP, 'Origin'],
  [
    { allowedOrigins: ['https://*.example.org'] },
    'https://a.b.example.org',
    'https://a.b.example.org',
    'Origin',
  ],
  [{ allowedOrigins: ['https://*.example.org'] }, 'https://example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, 'https://evil-example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, `${APP}.evil.test`, undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, 'http://app.example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, 'https://evil.test/.example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, 'https://evil.test@a.example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['https://*.example.org'] }, 'https://evil.test?.example.org', undefined, 'Origin'],
  [
    { allowedOrigins: ['https://*.example.org'] },
    `https://${'a'.repeat(600)}.example.org`,
    undefined,
    'Origin',
  ],
  // Without a scheme, any scheme.
  [{ allowedOrigins: ['example.org:*'] }, 'https://example.org:8443', 'https://example.org:8443', 'Origin'],
  [{ allowedOrigins: ['example.org:*'] }, 'http://example.org:1', 'http://example.org:1', 'Origin'],
  [{ allowedOrigins: ['example.org:*'] }, 'https://example.org', undefined, 'Origin'],
  [{ allowedOrigins: ['example.org:*'] }, 'https://evil-example.org:1', undefined, 'Origin'],
  [{ allowedOrigins: ['example.org:*'] }, 'https://example.org.evil.test:1', undefined, 'Origin'],
  // Expressions.
  [{ allowedOrigins: [], allowedOriginPatterns: [EXAMPLE_ORG] }, APP, APP, 'Origin'],
  [{ allowedOrigins: [], allowedOriginPatterns: [EXAMPLE_ORG] }, 'https://evil.test', undefined, 'Origin'],
  [{ allowedOrigins: ['https://b.test'], allowedOriginPatterns: [EXAMPLE_ORG] }, APP, APP, 'Origin'],
  // The origin null is what any page can have, by a sandboxed frame.
  [{ allowedOrigins: [APP, 'https://b.test'] }, 'null', undefined, 'Origin'],
  [{ allowedOrigins: ['*ll', APP] }, 'null', undefined, 'Origin'],
  [
    { allowedOrigins: [], allowedOriginPatterns: [{ source: 'x', matches: () => true }] },
    'null',
    undefined,
    'Origin',
  ],
  [{ allowedOrigins: ['null', APP] }, 'null', 'null', 'Origin'],
];

describe('Access-Control-Allow-Origin', () => {
  for (const [rules, origin, expected, vary] of ORIGINS) {
    const allowed = [
      ...(rules.allowedOrigins ?? []),
      ...(rules.allowedOriginPatterns ?? []).map(() => '/.../'),
    ];
    it(`is ${expected ?? 'missing'} for ${origin ?? 'no origin'} where [${allowed.join(', ')}] is allowed`, () => {
      assert.deepEqual(tell(rules, origin), [expected, vary]);
    });
  }

  it('names the origin, never all of them, to requests with credentials', () => {
    const rules = { allowedOrigins: ['https://*'], hasCredentials: true };

    assert.deepEqual(tell(rules, APP), [APP, 'Origin']);
  });
});

describe('the answer to a request', () => {
  it('tells which headers a page may read, and that it may send credentials', () => {
    const policy = policyOf({
      allowedOrigins: [APP],
      exposedHeaders: ['ETag', 'Location'],
      hasCredentials: true,
    });

    assert.deepEqual(policy.answerRequest(APP).headers, {
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'ETag, Location',
    });
  });

  it('has no header of CORS for an origin that is not allowed', () => {
    const policy = policyOf({ allowedOrigins: [APP, 'https://b.test'], exposedHeaders: ['ETag'] });

    assert.deepEqual(policy.answerRequest('https://evil.test'), { headers: {}, vary: ['Origin'] });
  });
});

describe('the answer to a preflight', () => {
  const PREFLIGHT = { origin: APP, method: 'PATCH', headers: 'authorization, if-match' };

  it('repeats what is asked for where everything is allowed', () => {
    assert.deepEqual(policyOf().answerPreflight(PREFLIGHT), {
      headers: {
        'access-control-allow-origin': '*',
        'access-control-max-age': '0',
        'access-control-allow-methods': 'PATCH',
        'access-control-allow-headers': 'authorization, if-match',
      },
      vary: ['Access-Control-Request-Method', 'Access-Control-Request-Headers'],
    });
  });

  it('tells the lists as they are, methods in upper and headers in lower case', () => {
    const policy = policyOf({
      allowedOrigins: [APP, 'https://*.test'],
      allowedMethods: ['get', 'PATCH'],
      allowedHeaders: ['Authorization', 'X-CNMAIL-DATA'],
      maxAgeSeconds: 600,
      hasCredentials: true,
    });

    assert.deepEqual(policy.answerPreflight(PREFLIGHT), {
      headers: {
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '600',
        'access-control-allow-methods': 'GET, PATCH',
        'access-control-allow-headers': 'authorization, x-cnmail-data',
      },
      vary: ['Origin'],
    });
  });

  it('does not say how long it holds where the operator leaves that to browsers', () => {
    const { headers } = policyOf({ maxAgeSeconds: null }).answerPreflight(PREFLIGHT);

    assert.equal(headers['access-control-max-age'], undefined);
  });

  it('names no headers when none are asked for', () => {
    const { headers } = policyOf().answerPreflight({ origin: APP, method: 'GET', headers: undefined });

    assert.equal('access-control-allow-headers' in headers, false);
  });

  it('does not repeat what is no list of names', () => {
    const { headers } = policyOf().answerPreflight({ origin: APP, method: 'GET; x', headers: 'a, "b"' });

    assert.deepEqual(Object.keys(headers), ['access-control-allow-origin', 'access-control-max-age']);
  });

  it('has no header of CORS for an origin that is not allowed', () => {
    const policy = policyOf({ allowedOrigins: [APP, 'https://b.test'], hasCredentials: true });

    assert.deepEqual(policy.answerPreflight({ ...PREFLIGHT, origin: 'https://evil.test' }).headers, {});
  });
});
