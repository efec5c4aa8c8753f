import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReloadableConfiguration } from '../../src/composition/live-configuration.ts';
import { createReload } from '../../src/composition/reload.ts';
import { createTelemetry } from '../../src/composition/telemetry.ts';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { readMetrics } from './metrics-page.ts';

function testReload() {
  const lines: string[] = [];
  const applied: ReloadableConfiguration[] = [];
  const logger = createLogger({
    level: 'info',
    environment: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  const telemetry = createTelemetry({ hasMetrics: true, logger });
  const reload = createReload({ logger, telemetry }, (reloadable) => {
    applied.push(reloadable);
  });
  const count = async () => {
    const page = await telemetry.metrics?.render({ idle: 0, inUse: 0, opening: 0, waiting: 0 });
    const values = readMetrics(page ?? '');
    const of = (outcome: string) => values.get(`posthorn_configuration_reloads_total{outcome="${outcome}"}`);
    return { applied: of('applied'), refused: of('refused') };
  };
  return { reload, applied, lines, count };
}

const EMPTY: ReloadableConfiguration = { mailServers: [] };

describe('reload', () => {
  it('applies one configuration after the other, each with a number of its own', async () => {
    const { reload, applied } = testReload();
    const events: string[] = [];

    await Promise.all(
      ['first', 'second'].map((name) =>
        reload(async (revision) => {
          events.push(`${name} ${revision} after ${applied.length}`);
          return EMPTY;
        }),
      ),
    );

    assert.deepEqual(events, ['first 1 after 0', 'second 2 after 1']);
  });

  it('leaves the old configuration in force and logs the problems of the new one', async () => {
    const { reload, applied, lines, count } = testReload();
    const problem = { key: 'app/config/imapserver.js', expected: 'a list', got: 'nothing' };

    await reload(async () => {
      throw new ConfigurationError([problem]);
    });
    await reload(async () => EMPTY);

    assert.deepEqual(applied, [EMPTY]);
    assert.deepEqual(JSON.parse(lines[0] ?? '').problems, [problem]);
    assert.deepEqual(await count(), { applied: 1, refused: 1 });
  });

  it('ends after a thousand: Node forgets no module', async () => {
    const { reload, applied, lines } = testReload();

    for (let number = 0; number <= 1_000; number += 1) await reload(async () => EMPTY);

    assert.equal(applied.length, 1_000);
    assert.match(lines.at(-1) ?? '', /After 1000 reloads the process must be restarted/);
  });
});
