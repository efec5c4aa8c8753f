/** Remembers which messages were replaced or sent. */
import { MailError } from '../../domain/mail-error.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import { BoundedMap } from '../bounded-map.ts';
import { messageKey } from '../messages/message-key.ts';
import type { SentMessage } from './sent-message.ts';

/** Messages that are remembered; an entry takes some hundred octets. */
const MAX_REMEMBERED = 10_000;

/** What happened to a message. */
export type MessageFate =
  /** A newer version of the draft has taken its place. */
  | { readonly kind: 'replaced' }
  /** It was submitted, and the result is unknown. */
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'sent'; readonly sent: SentMessage };

/**
 * Records replaced and sent messages. All services that save or send drafts share it, and ask it while they hold the lock of the message.
 * An installation of several processes may replace it by one that they share, such as a table of a database: a fate is plain JSON.
 */
export interface MessageHistory {
  /**
   * What happened to the message. Without a uidValidity it may be the fate of a message in an earlier mailbox of this name. Throws
   * MailError; then nothing is saved or sent.
   */
  find(message: MessageRef): Promise<MessageFate | undefined>;

  /** Throws MailError when the fate cannot be kept; what has happened stays done. */
  remember(message: ExactMessageRef, fate: MessageFate): Promise<void>;
}

/** Creates an empty history. It remembers the newest 10,000 messages, in the memory of this process. */
export function createMessageHistory(): MessageHistory {
  const fates = new BoundedMap<string, { readonly uidValidity: number; readonly fate: MessageFate }>(
    MAX_REMEMBERED,
  );
  return {
    async find(message) {
      const known = fates.get(messageKey(message));
      const isOther = message.uidValidity !== undefined && message.uidValidity !== known?.uidValidity;
      return isOther ? undefined : known?.fate;
    },

    async remember(message, fate) {
      fates.set(messageKey(message), { uidValidity: message.uidValidity, fate });
    },
  };
}

/** The failure of a change that was meant for an older version of a draft. */
export function outdatedVersion(): MailError {
  return new MailError('outdated-version', { detail: 'A newer version of the draft was saved meanwhile.' });
}
