/** Metrics of several processes on one page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics } from '../../src/observability/metrics.ts';
import { createProcessMetrics } from '../../src/observability/process-metrics.ts';

const SESSIONS = { idle: 2, inUse: 1, opening: 0, waiting: 0 };

/** A snapshot of a process that has told so many events, and has one stream. */
function snapshotOf(events: number) {
  const metrics = createMetrics('1.2.3');
  for (let count = 0; count < events; count += 1) metrics.addEvent();
  metrics.beginStream();
  return metrics.snapshot(SESSIONS);
}

function linesOf(page: string): readonly string[] {
  const wanted = /^posthorn_(events_total|event_streams|build_info|imap_sessions\{state="idle"\})/;
  return page.split('\n').filter((line) => wanted.test(line));
}

describe('The metrics of several processes', () => {
  it('are added up; what a process had counted stays when it ends', async () => {
    const metrics = createProcessMetrics();
    metrics.note(1, await snapshotOf(5));
    metrics.note(2, await snapshotOf(7));
    const both = await metrics.render();

    metrics.retire(2);
    const one = await metrics.render();
    metrics.note(2, await snapshotOf(1));
    const bothAgain = await metrics.render();

    assert.deepEqual(linesOf(both), [
      'posthorn_build_info{version="1.2.3"} 1',
      'posthorn_imap_sessions{state="idle"} 4',
      'posthorn_event_streams 2',
      'posthorn_events_total 12',
    ]);
    assert.deepEqual(linesOf(one), [
      'posthorn_build_info{version="1.2.3"} 1',
      'posthorn_imap_sessions{state="idle"} 2',
      'posthorn_event_streams 1',
      'posthorn_events_total 12',
    ]);
    assert.equal(linesOf(bothAgain).at(-1), 'posthorn_events_total 13');
  });

  it('count the workers that have ended, and have the start of the primary process', async () => {
    const metrics = createProcessMetrics();
    metrics.note(1, await snapshotOf(1));
    metrics.note(2, await snapshotOf(1));
    metrics.retire(2);

    const page = await metrics.render();

    assert.match(page, /^posthorn_worker_ends_total 1$/m);
    const started = Number(/^process_start_time_seconds (\d+)$/m.exec(page)?.[1]);
    assert.ok(Math.abs(started - (Date.now() / 1000 - process.uptime())) < 5, String(started));
  });
});
