import { MailError } from '../../domain/errors/mail-error.ts';
import { messageLockKey } from '../../domain/limits/limit-keys.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/messages/message-ref.ts';
import { messageKey } from '../messages/message-key.ts';
import type { MessageFate, MessageFates } from '../ports/state/message-fates.ts';
import { stateKey } from '../state-key.ts';

/** Records replaced and sent messages. Hold the message's lock. */
export interface MessageHistory {
  /**
   * The message's fate. Without a uidValidity, it may be of an earlier mailbox with this name. Throws MailError: then
   * save and send nothing.
   */
  find(message: MessageRef): Promise<MessageFate | undefined>;

  /** Throws MailError if the fate cannot be stored; the change remains. */
  remember(message: ExactMessageRef, fate: MessageFate): Promise<void>;
}

/** The history. */
export function createMessageHistory({
  messageFates,
}: {
  readonly messageFates: MessageFates;
}): MessageHistory {
  const exactKey = (message: MessageRef): string => stateKey('message', messageKey(message));
  const foldedKey = (message: MessageRef): string =>
    stateKey('message of any spelling', messageLockKey(message));
  const findBy = async (key: string, { uidValidity }: MessageRef): Promise<MessageFate | undefined> => {
    const known = await messageFates.find(key);
    const isOther = uidValidity !== undefined && uidValidity !== known?.uidValidity;
    return isOther ? undefined : known?.fate;
  };
  return {
    async find(message) {
      return (await findBy(exactKey(message), message)) ?? (await findBy(foldedKey(message), message));
    },

    async remember(message, fate) {
      const { uidValidity } = message;
      await messageFates.record({ key: exactKey(message), uidValidity, fate });
      if (fate.kind === 'replaced') return;
      // Another spelling may be another user's message: hides recipients, and prevents sending again.
      await messageFates.record({ key: foldedKey(message), uidValidity, fate: { kind: 'uncertain' } });
    },
  };
}

/** The error for an outdated draft. */
export function outdatedVersion(): MailError {
  return new MailError('outdated-version', { detail: 'A newer version of the draft was saved meanwhile.' });
}
