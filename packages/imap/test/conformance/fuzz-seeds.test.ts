import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTranscript } from '../../fuzz/check-transcript.ts';
import { Random } from '../../fuzz/random.ts';
import { readSeedFiles } from '../../fuzz/seed-files.ts';
import { toOctets } from './read-responses.ts';

const CHUNKINGS = 20;

describe('transcripts that once found a fault', () => {
  for (const { name, finding, octets, circumstances } of readSeedFiles()) {
    it(`${name} is read without: ${finding.split('\n', 1)[0]?.slice(0, 80)}`, () => {
      for (let seed = 0; seed < CHUNKINGS; seed += 1) {
        assert.equal(checkTranscript(toOctets(octets), circumstances, new Random(seed)), undefined);
      }
    });
  }
});
