/** What holds for every mail, for a thousand that are changed at random; `npm run fuzz:mail` reads millions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMutator } from '../../../imap/fuzz/mutate.ts';
import { Random } from '../../../imap/fuzz/random.ts';
import { checkMail } from '../../fuzz/check-mail.ts';
import { MAIL_TARGET, readMailSeeds } from '../../fuzz/mail-target.ts';
import { testSeed } from '../support/seeded-random.ts';

const MAILS = 1_000;

describe('Mail that is changed at random', () => {
  it('is read without a fault', () => {
    const random = new Random(testSeed());
    const mutate = createMutator(MAIL_TARGET.tokens);
    for (let index = 0; index < MAILS; index += 1) {
      const entry = MAIL_TARGET.entries[random.below(MAIL_TARGET.entries.length)] ?? Buffer.alloc(0);
      const octets = mutate(entry, random);
      assert.equal(checkMail(octets), undefined, octets.toString('latin1').slice(0, 2_000));
    }
  });

  for (const { name, finding, octets } of readMailSeeds()) {
    it(`${name} is read without: ${finding.slice(0, 80)}`, () => {
      assert.equal(checkMail(Buffer.from(octets, 'latin1')), undefined);
    });
  }
});
