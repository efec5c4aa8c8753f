/**
 * Measures what field selection costs, as ratios within one run, so that a slow machine changes nothing.
 * Run: node --conditions=posthorn-source --import tsx packages/relfield/bench/select-fields.bench.ts
 * Exits with 1 when a limit is missed.
 */

import { createRelfield, defineType } from 'relfield';
import { ARTICLE, articles, EXTENSION_URI } from '../examples/article-types.ts';

const ROUNDS = 60;
const CALLS_PER_ROUND = 3000;

/** Parse, resolve and project may cost this many times JSON.stringify of the same resource. */
const MAX_STRINGIFY_RATIO = 3;
/** A token among 256 may cost this many times what a token among 32 costs. */
const MAX_TOKEN_RATIO = 1.5;

type Work = () => unknown;

function measureRound(work: Work): number {
  const start = performance.now();
  for (let call = 0; call < CALLS_PER_ROUND; call += 1) work();
  return ((performance.now() - start) * 1000) / CALLS_PER_ROUND;
}

/** Gives the best round of each work in microseconds per call; the rounds take turns, so noise meets all alike. */
function measure<Name extends string>(works: Readonly<Record<Name, Work>>): Record<Name, number> {
  const best = Object.fromEntries(
    Object.keys(works).map((name) => [name, Number.POSITIVE_INFINITY]),
  ) as Record<Name, number>;
  const entries = Object.entries<Work>(works) as [Name, Work][];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of entries) best[name] = Math.min(best[name], measureRound(work));
  }
  return best;
}

const accept = `application/vnd.api+json;ext="${EXTENSION_URI}"`;
const head = { accept, contentType: undefined, hasBody: false };
const context = { client: { role: 'reader' }, primaryType: 'article' } as const;

function selectArticle(value: string): Work {
  const negotiated = articles.negotiate({ ...head, target: `/articles/1?relfield:fields[article]=${value}` });
  return () => articles.select(negotiated, context).sparseResource(ARTICLE);
}

const names = Array.from({ length: 256 }, (_, index) => `field${index}`);
const wide = createRelfield({
  types: [
    defineType('wide', { attributes: Object.fromEntries(names.map((name) => [name, 'optional' as const])) }),
  ],
  extensions: [{ uri: EXTENSION_URI }],
});

function selectWide(tokens: number): Work {
  const value = names
    .slice(0, tokens)
    .map((name) => `%2B${name}`)
    .join(',');
  const negotiated = wide.negotiate({ ...head, target: `/?relfield:fields[wide]=${value}` });
  return () => wide.select(negotiated, { client: undefined });
}

const times = measure({
  'JSON.stringify': () => JSON.stringify(ARTICLE),
  '*,-version,-teaser': selectArticle('*,-version,-teaser'),
  negotiate: () => articles.negotiate({ ...head, target: '/articles/1?relfield:fields[article]=*' }),
  '32 tokens': selectWide(32),
  '256 tokens': selectWide(256),
});

const results = [
  {
    what: 'parse + resolve + project / JSON.stringify',
    ratio: times['*,-version,-teaser'] / times['JSON.stringify'],
    limit: MAX_STRINGIFY_RATIO,
  },
  {
    what: 'a token of 256 / a token of 32',
    ratio: times['256 tokens'] / 256 / (times['32 tokens'] / 32),
    limit: MAX_TOKEN_RATIO,
  },
];

for (const [name, microseconds] of Object.entries(times))
  console.log(`${name.padEnd(20)} ${microseconds.toFixed(2)} us`);
for (const { what, ratio, limit } of results) console.log(`${what}: ${ratio.toFixed(2)} (limit ${limit})`);
if (results.some(({ ratio, limit }) => ratio > limit)) process.exitCode = 1;
