/** Two processes that save one draft at the same time: one of them wins, the other learns of it, and the winner's text is there. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { MailWriter } from '../../src/application/ports/mail/mail-writer.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import type { MessageIdentity } from '../../src/domain/messages/message-identity.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import { createTestMailAccess, type MailAccess, type StoreUnderTest } from './store-under-test.ts';
import { newVersion, signal, sourceAfter, versionOctets, Workbench } from './workbench.ts';

const ROUNDS = 200;
/** A few steps of the protocol take as long. */
const MAX_DELAY_MS = 4;

function twoWriters(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`Two writers of one draft: ${name}`, () => {
    let backend: StoreUnderTest;
    let other: MailAccess;
    before(async () => {
      backend = await open();
      other = createTestMailAccess();
    });
    after(async () => {
      await other.store.close();
      await backend.close();
    });

    it(`have one winner in each of ${ROUNDS} rounds`, async (t) => {
      const bench = new Workbench(backend);
      const folder = await bench.folderWith({ raw: versionOctets('first'), flags: ['\\Draft'] });
      let [uid = 0] = await bench.uids(folder);
      const seed = testSeed();
      const random = seededRandom(seed);
      t.diagnostic(`seed ${seed}`);
      const wins = { a: 0, b: 0 };
      // A loser in doubt leaves its version: the other one may be about to remove its own.
      let left = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        // Sometimes the one, sometimes the other is ahead, by a step or two of the protocol.
        const wait = () => pause(random() * MAX_DELAY_MS);
        const save = async (writer: MailWriter, text: string) => {
          const { octets, ...fields } = newVersion(text);
          const late = sourceAfter(wait, octets);
          await wait();
          const version = { ...fields, octets: late };
          return writer.replaceMessage({ ...bench.message(folder, uid), version }, signal);
        };
        // Texts of one length: nothing but the octets tells the versions apart.
        const results = await Promise.allSettled([
          save(backend.writer, `a ${round}`),
          save(other.writer, `b ${round}`),
        ]);

        const winner = oneWinner(results);
        uid = winner.identity.uid;
        assert.equal(await bench.subject(folder, uid), `${winner.name} ${round}`, `round ${round}`);
        const others = (await bench.uids(folder)).filter((each) => each !== uid);
        assert.ok(others.length <= 1, `round ${round} left ${others.length} others`);
        for (const other of others) await backend.expunge(folder, other);
        left += others.length;
        wins[winner.name] += 1;
      }
      t.diagnostic(`the first won ${wins.a} rounds, the second ${wins.b}, losers left ${left} versions`);
      assert.ok(left <= ROUNDS / 10, `losers left ${left} versions`);
    });
  });
}

interface Winner {
  readonly name: 'a' | 'b';
  readonly identity: MessageIdentity;
}

/** The one that succeeded; the other one must have been told that it was late. */
function oneWinner([a, b]: readonly PromiseSettledResult<MessageIdentity>[]): Winner {
  const [won, lost, name] = a?.status === 'fulfilled' ? ([a, b, 'a'] as const) : ([b, a, 'b'] as const);
  assert.equal(won?.status, 'fulfilled', won?.status === 'rejected' ? String(won.reason) : '');
  assert.equal(lost?.status, 'rejected', 'both have won');
  assert.ok(lost.reason instanceof MailError && lost.reason.code === 'outdated-version', String(lost.reason));
  return { name, identity: won.value };
}

twoWriters('Dovecot', () => openDovecotBackend('flat'));
twoWriters('sandbox', () => openSandboxBackend());
twoWriters('sandbox without UIDPLUS', () => openSandboxBackend({ capabilities: { without: ['UIDPLUS'] } }));
