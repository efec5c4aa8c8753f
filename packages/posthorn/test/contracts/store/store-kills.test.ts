/** kill -9 in the middle of migrations, rotations, writes, refreshes and backups: nothing promised is lost, nothing half done is seen, every start succeeds. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { describeEngines } from './databases.ts';
import { killAppenders } from './event-kills.ts';
import { KilledProcesses } from './killed-process.ts';
import { killRefreshes } from './refresh-kills.ts';
import { killBackups, killConnections, killMigrations, killRotations, killWriters } from './store-kills.ts';

describeEngines('Killed processes', (newLocation, engine) => {
  const random = seededRandom(testSeed());
  const processes = new KilledProcesses();
  before(() => processes.prepare());
  after(() => processes.close());
  const runOf = (kills: number) => ({ newLocation, processes, random, kills });

  it('leave an earlier schema or the present one', { timeout: 120_000 }, async () => {
    // Of those begun by three servers at once, the first may do the work before the one that is killed.
    assert.ok((await killMigrations(runOf(6))) >= 4);
  });

  it('leave secrets that open, while a server works', { timeout: 120_000 }, async () => {
    assert.ok((await killRotations(runOf(3))) >= 1);
  });

  it('have kept what they promised', { timeout: 120_000 }, async () => {
    assert.equal(await killWriters(runOf(4)), 4);
  });

  it('leave accounts whole, as they were connected, changed and removed', { timeout: 120_000 }, async () => {
    assert.equal(await killConnections(runOf(8)), 8);
  });

  it('leave grants that live at a provider that accepts a spent token once more', {
    timeout: 120_000,
  }, async () => {
    const { lived, repeated } = await killRefreshes(runOf(5), { hasGrace: true });
    assert.ok(lived >= 1 && repeated >= 1);
  });

  it('use no refresh token a third time, and lose the grant with the lost answer alone', {
    timeout: 120_000,
  }, async () => {
    const { lived, ended } = await killRefreshes(runOf(5), { hasGrace: false });
    assert.ok(lived >= 1 && ended >= 1);
  });

  it('leave each event with the position after it, once, for a reader that pages', {
    timeout: 120_000,
  }, async () => {
    assert.equal(await killAppenders(runOf(4)), 8);
  });

  // PostgreSQL has backups of its own.
  if (engine === 'file') {
    it('leave no half of a backup', { timeout: 120_000 }, async () => {
      assert.ok((await killBackups(runOf(4))) >= 1);
    });
  }
});
