/** The dashboard and the page for operators speak of the metrics that exist, and of all of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createMetrics } from '../../src/observability/metrics.ts';
import { readMetricTypes } from '../composition/metrics-page.ts';

const NO_SESSIONS = { idle: 0, inUse: 0, opening: 0, waiting: 0 };
const SERIES = /\b(?:posthorn|process|nodejs)_[a-z0-9_]+/g;

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

function readDocument(name: string): string {
  return readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
}

/** Every name that a query may use: those of metrics, and the three series of each histogram. */
async function seriesNames(): Promise<ReadonlySet<string>> {
  const types = readMetricTypes(await createMetrics('1.2.3').render(NO_SESSIONS));
  const names = [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
  );
  return new Set(names);
}

async function ownMetrics(): Promise<readonly string[]> {
  const types = readMetricTypes(await createMetrics('1.2.3').render(NO_SESSIONS));
  return [...types.keys()].filter((name) => name.startsWith('posthorn_'));
}

function readQueries(): string {
  const { panels, templating } = JSON.parse(readDocument('grafana/posthorn.json')) as Dashboard;
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [...queries, ...templating.list.map(({ definition = '' }) => definition)].join('\n');
}

describe('docs/grafana/posthorn.json', () => {
  it('asks for nothing but what exists', async () => {
    const known = await seriesNames();

    const asked = readQueries().match(SERIES) ?? [];
    assert.ok(asked.length > 20);
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
    );
  });

  it('shows every metric of Posthorn', async () => {
    const queries = readQueries();

    assert.deepEqual(
      (await ownMetrics()).filter((name) => !queries.includes(name)),
      [],
    );
  });
});

describe('docs/prometheus/posthorn.yml', () => {
  it('asks for nothing but what exists, with the labels that are there', async () => {
    const known = await seriesNames();
    const rules = readDocument('prometheus/posthorn.yml');
    const text = rules.replace(/^ *(?:summary|#).*$/gm, '');

    const asked = text.match(SERIES) ?? [];
    assert.ok(asked.length > 8);
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
    );
    const problems = [...text.matchAll(/problems_total\{code="([a-z-]+)"/g)].map(([, code = '']) => code);
    const errors = readDocument('errors.md');
    assert.deepEqual(
      problems.filter((code) => !errors.includes(`\`${code}\``)),
      [],
    );
  });

  it('has a name, an expression and a sentence for each alert', () => {
    const rules = readDocument('prometheus/posthorn.yml').split('- alert: ').slice(1);

    assert.ok(rules.length >= 8);
    for (const rule of rules)
      assert.match(rule, /^Posthorn[A-Za-z]+\n {8}expr: [\s\S]* {10}summary: ".+\."\n/);
  });
});

describe('docs/operations.md', () => {
  it('explains every metric of Posthorn, and no other', async () => {
    const explained = [...readDocument('operations.md').matchAll(/^\| `(posthorn_[a-z_]+)`/gm)].map(
      ([, name]) => name,
    );

    assert.deepEqual(explained.sort(), [...(await ownMetrics())].sort());
  });
});
