import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { floodOfParts, HOSTILE_MAIL, hostileMessage, WORST_IN_LISTS } from './hostile-mail.ts';

const digestOf = (octets: Buffer) => createHash('sha256').update(octets).digest('hex');

describe('HOSTILE_MAIL', () => {
  it('has more than a hundred messages, each with a name of its own', () => {
    const names = new Set(HOSTILE_MAIL.map(({ name }) => name));

    assert.deepEqual([names.size, names.size > 100], [HOSTILE_MAIL.length, true]);
  });

  it('builds the same octets at each call', () => {
    const seeded = ['changed-by-lot-3', 'octets-of-noise', 'base64-of-noise'].map(hostileMessage);

    assert.deepEqual(
      seeded.map(({ build }) => digestOf(build())),
      seeded.map(({ build }) => digestOf(build())),
    );
  });

  it('has the twenty that cost a list the most, and a flood of small ones', () => {
    const flood = floodOfParts(50).map(({ build }) => build().length);

    assert.deepEqual([WORST_IN_LISTS.map(hostileMessage).length, flood.length], [20, 50]);
    assert.ok(flood.every((octets) => octets < 100_000));
  });
});
