/** What all memories of fates promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordedFate } from '../../../src/application/ports/state/message-fates.ts';
import type { SentMessage } from '../../../src/application/ports/state/sent-message.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { asUid } from '../../support/domain-values.ts';
import type { OpenState } from './state-under-test.ts';

const SENT: SentMessage = {
  submission: {
    accepted: ['ann@example.org'],
    rejected: [{ address: 'bob@example.org', replyCode: 550, enhancedCode: '5.1.1' }],
  },
  filed: { mailbox: 'Sent ✓' as MailboxName, uid: asUid(7), uidValidity: 3 },
  warnings: ['not-answered'],
};

/** Runs the contract. */
export function messageFatesContract(name: string, open: OpenState): void {
  describe(`MessageFates contract: ${name}`, () => {
    it('knows no fate of a message that has none', async () => {
      const { state } = await open();

      assert.equal(await state.messageFates.find('a'), null);
    });

    it('returns each kind of fate as it was recorded', async () => {
      const { messageFates } = (await open()).state;
      const fates: readonly RecordedFate[] = [
        { uidValidity: 1, fate: { kind: 'replaced' } },
        { uidValidity: 2, fate: { kind: 'uncertain' } },
        { uidValidity: 4_294_967_295, fate: { kind: 'sent', sent: SENT } },
      ];
      await Promise.all(fates.map((fate, index) => messageFates.record({ ...fate, key: `key ${index}` })));

      assert.deepEqual(
        await Promise.all(fates.map((_fate, index) => messageFates.find(`key ${index}`))),
        fates,
      );
    });

    it('replaces an earlier fate', async () => {
      const { messageFates } = (await open()).state;
      await messageFates.record({ key: 'a', uidValidity: 1, fate: { kind: 'uncertain' } });
      await messageFates.record({ key: 'a', uidValidity: 2, fate: { kind: 'replaced' } });

      assert.deepEqual(await messageFates.find('a'), { uidValidity: 2, fate: { kind: 'replaced' } });
    });
  });
}
