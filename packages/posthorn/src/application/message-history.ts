/** Remembers which messages this process has replaced or sent. */
import { MailError } from '../domain/mail-error.ts';
import type { ExactMessageRef, MessageRef } from '../domain/message-ref.ts';
import { BoundedMap } from './bounded-map.ts';
import { messageKey } from './message-key.ts';
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

/** Records replaced and sent messages. All services that save or send drafts share it. */
export interface MessageHistory {
  /** What happened to the message. Without a uidValidity it may be the fate of a message in an earlier mailbox of this name. */
  find(message: MessageRef & { readonly uidValidity?: number | undefined }): MessageFate | undefined;

  remember(message: ExactMessageRef, fate: MessageFate): void;
}

/** Creates an empty history. It remembers the newest 10,000 messages, in memory. */
export function createMessageHistory(): MessageHistory {
  const fates = new BoundedMap<string, { readonly uidValidity: number; readonly fate: MessageFate }>(
    MAX_REMEMBERED,
  );
  return {
    find(message) {
      const known = fates.get(messageKey(message));
      const isOther = message.uidValidity !== undefined && message.uidValidity !== known?.uidValidity;
      return isOther ? undefined : known?.fate;
    },

    remember: (message, fate) => fates.set(messageKey(message), { uidValidity: message.uidValidity, fate }),
  };
}

/** The failure of a change that was meant for an older version of a draft. */
export function outdatedVersion(): MailError {
  return new MailError('outdated-version', { detail: 'A newer version of the draft was saved meanwhile.' });
}
