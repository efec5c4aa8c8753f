import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../fuzz/random.ts';
import type { Response } from '../../src/responses/response.ts';
import { toPlainValue } from '../conformance/plain-value.ts';
import { readResponses, toOctets } from '../conformance/read-responses.ts';
import { responseArbitraries } from './arbitrary-responses.ts';
import { printResponse } from './print-response.ts';

/** Seeds of what fast-check does not shrink: the forms of strings, the order of items, the places of cuts. */
const seed = fc.nat({ max: 0x7fff_ffff });

function chunksByLot(octets: Buffer, random: Random): readonly Buffer[] {
  const chunks: Buffer[] = [];
  const longest = random.pick([1, 7, 100, 100_000]);
  for (let start = 0; start < octets.length; ) {
    const end = Math.min(octets.length, start + 1 + random.below(longest));
    chunks.push(Buffer.from(octets.subarray(start, end)));
    start = end;
  }
  return chunks;
}

function assertRoundTrip(responses: readonly Response[], lot: number, isUtf8: boolean): void {
  const random = new Random(lot);
  const octets = toOctets(responses.map((response) => printResponse(response, random)).join(''));
  const actual = readResponses(chunksByLot(octets, random), { isUtf8 });
  assert.deepEqual(actual.map(toPlainValue), responses.map(toPlainValue), octets.toString('latin1'));
}

for (const isUtf8 of [false, true]) {
  describe(`a printed response, with mailbox names in ${isUtf8 ? 'UTF-8' : 'modified UTF-7'}`, () => {
    for (const [name, arbitrary] of Object.entries(responseArbitraries(isUtf8))) {
      it(`is read as it was: ${name}`, () => {
        fc.assert(fc.property(arbitrary, seed, (response, lot) => assertRoundTrip([response], lot, isUtf8)));
      });
    }

    it('is read as it was among others', () => {
      const any = fc.oneof(...Object.values(responseArbitraries(isUtf8)));
      fc.assert(
        fc.property(fc.array(any, { maxLength: 8 }), seed, (responses, lot) =>
          assertRoundTrip(responses, lot, isUtf8),
        ),
      );
    });
  });
}
