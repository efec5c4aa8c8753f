import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CORS_OPTIONS } from '../../src/config/cors-options.ts';
import { warnOfCors } from '../../src/config/cors-warnings.ts';
import type { CorsRules } from '../../src/domain/network/cors-rules.ts';

const EVERYWHERE = { everywhere: ['*'], byHost: new Map() };

function warn(options: Partial<CorsRules>, environment = 'production') {
  return warnOfCors({ ...DEFAULT_CORS_OPTIONS, paths: EVERYWHERE, ...options }, environment);
}

function warnOfPatterns(...sources: readonly string[]) {
  const allowedOriginPatterns = sources.map((source) => ({ source, matches: () => false }));
  return warn({ allowedOrigins: [], allowedOriginPatterns });
}

describe('warnOfCors', () => {
  it('warns of every origin in production', () => {
    assert.deepEqual(warn({ allowedOrigins: ['https://a.test', 'https://*'] }), [
      'CORS: https://* lets in the pages of every site.',
    ]);
  });

  it('does not mind every origin elsewhere, or where no path has CORS', () => {
    const off = { everywhere: [], byHost: new Map() };

    assert.deepEqual([warn({}, 'development'), warn({ paths: off })], [[], []]);
  });

  it('does not mind the pages of one site', () => {
    assert.deepEqual(warn({ allowedOrigins: ['https://*.example.org', 'https://a.test'] }), []);
  });

  it('tells that an expression without ^ and $ has to match the whole origin all the same', () => {
    assert.deepEqual(warnOfPatterns('/example\\.org$/'), [
      'CORS: /example\\.org$/ in allowed_origins_patterns has to match the whole origin, as if it had ^ and $.',
    ]);
  });

  it('has nothing to say of expressions with ^ and $', () => {
    assert.deepEqual(warnOfPatterns('/^https:\\/\\/a\\.test$/', '#^a$#im', '{\\Aa\\z}'), []);
  });
});
