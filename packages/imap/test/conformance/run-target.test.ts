import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FoundSeed, runTarget } from '../../fuzz/run-target.ts';

describe('runTarget', () => {
  it('keeps what reveals a fault, as short as possible, and counts it', () => {
    const kept: FoundSeed<null>[] = [];
    const lines: string[] = [];

    const findings = runTarget<null>(
      {
        entries: [Buffer.from('one two three')],
        tokens: ['!'],
        circumstancesOf: () => null,
        check: (octets) => (octets.includes('!') ? 'has a mark: there is one' : undefined),
        shapeOf: (octets) => `${octets.length}`,
        keep: (seed) => `place ${kept.push(seed)}`,
      },
      { minutes: 1, seed: 1, log: (line) => lines.push(line) },
    );

    assert.equal(findings, 20);
    assert.deepEqual(new Set(kept.map(({ octets }) => octets)), new Set(['!']));
    assert.match(
      lines[0] ?? '',
      /^found after \d+ executions: has a mark: there is one\n {2}kept in place 1$/,
    );
  });

  it('finds nothing where nothing is wrong', () => {
    const target = { entries: [Buffer.from('a')], tokens: ['b'] as const, circumstancesOf: () => null };
    const all = { ...target, check: () => undefined, shapeOf: () => '', keep: () => '' };

    assert.equal(runTarget<null>(all, { minutes: 0.001, seed: 1, log: () => undefined }), 0);
  });
});
