/**
 * `npm run fuzz -- --minutes 10 --seed 1`: feeds randomly mutated transcripts to the response reader, and
 * keeps those that reveal a fault in `seeds/`. Exit code 1 for any finding.
 */
import { readVectorFiles } from '../test/conformance/vectors.ts';
import { type Circumstances, checkTranscript } from './check-transcript.ts';
import { readFuzzOptions } from './fuzz-options.ts';
import { IMAP_TOKENS } from './imap-tokens.ts';
import type { Random } from './random.ts';
import { runTarget } from './run-target.ts';
import { readSeedFiles, writeSeedFile } from './seed-files.ts';
import { shapeOf } from './transcript-shape.ts';

const findings = runTarget<Circumstances>(
  {
    entries: [
      ...readVectorFiles().flatMap(({ vectors }) => vectors.map(({ buffer }) => buffer)),
      ...readSeedFiles().map(({ octets }) => Buffer.from(octets, 'latin1')),
    ],
    tokens: IMAP_TOKENS,
    circumstancesOf,
    check: checkTranscript,
    shapeOf,
    keep: writeSeedFile,
  },
  readFuzzOptions(),
);
process.exitCode = findings > 0 ? 1 : 0;

function circumstancesOf(random: Random): Circumstances {
  const bounds = random.oneIn(3)
    ? {
        greetingOctets: 64 + random.below(300),
        lineOctets: 64 + random.below(300),
        numberLineOctets: 64 + random.below(300),
        literalOctets: 1 + random.below(100),
        responseOctets: 500 + random.below(500),
        structureDepth: 1 + random.below(4),
        structureParts: 1 + random.below(6),
        envelopeAddresses: 1 + random.below(3),
      }
    : {};
  return { isUtf8: random.oneIn(3), isAuthenticated: !random.oneIn(8), bounds };
}
