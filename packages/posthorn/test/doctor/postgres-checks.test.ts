import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PostgresReport } from '../../src/composition/store-tools.ts';
import { checkPostgres } from '../../src/doctor/postgres-checks.ts';

const REPORT: PostgresReport = {
  ...{ version: '15.8', isSupported: true, isStandby: false, isReadOnly: false },
  ...{ synchronousCommit: 'on', synchronousStandbys: '', isFlushed: true, clockAheadMs: -12 },
  ...{
    sharing: { mode: 'none' },
    listening: null,
    maxConnections: 97,
    takenConnections: 33,
    listeningConnections: 0,
    nodes: 3,
  },
};

/** The line of a check, with the changes to a good server. */
function lineOf(name: string, changes: Partial<PostgresReport>): string {
  const found = checkPostgres({ ...REPORT, ...changes }).find(({ check }) => check === name);
  return `${found?.outcome}: ${found?.finding}`;
}

describe('checkPostgres', () => {
  it('has one line for each property of a good server', () => {
    assert.deepEqual(
      checkPostgres(REPORT).map(({ check, outcome, finding }) => `${outcome} ${check}: ${finding}`),
      [
        'ok Database server: PostgreSQL 15.8 takes writes.',
        'ok Database pooler: There is none that shares connections: each client has its own.',
        'ok Database commits: They are on the disk when they return (synchronous_commit = on).',
        'ok Database clock: It differs from that of this machine by 12 ms.',
        'ok Database connections: 3 nodes take up to 33 of 97.',
      ],
    );
  });

  it('warns of commits that a crash forgets, and names the standbys that confirm', () => {
    const standbys = { synchronousStandbys: 'FIRST 1 (b)' };

    assert.match(lineOf('Database commits', { synchronousCommit: 'off' }), /^warning: .* sent twice\.$/);
    assert.match(lineOf('Database commits', { isFlushed: false }), /^problem: fsync is off/);
    assert.match(lineOf('Database commits', standbys), /^ok: .* and at standbys \(FIRST 1 \(b\)\) when/);
    assert.doesNotMatch(lineOf('Database commits', { ...standbys, synchronousCommit: 'local' }), /standbys/);
  });

  it('warns of a clock that is 5 seconds off, and refuses one of half of what nodes accept', () => {
    assert.match(lineOf('Database clock', { clockAheadMs: 4_999 }), /^ok/);
    assert.equal(
      lineOf('Database clock', { clockAheadMs: 8_000 }),
      'warning: It is 8 seconds ahead of that of this machine.',
    );
    assert.equal(
      lineOf('Database clock', { clockAheadMs: -150_000 }),
      'problem: It is 150 seconds behind that of this machine.',
    );
  });

  it('refuses old servers', () => {
    assert.match(lineOf('Database server', { isSupported: false, version: '12.1' }), /^problem: .* 12\.1\.$/);
  });
});
