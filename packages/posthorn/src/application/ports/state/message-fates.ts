import type { PortMethods } from './port-methods.ts';
import type { SentMessage } from './sent-message.ts';

export type MessageFate =
  | { readonly kind: 'replaced' }
  /** With an unknown result. */
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'sent'; readonly sent: SentMessage };

/** A message's fate. */
export interface RecordedFate {
  /** Not part of the key. */
  readonly uidValidity: number;
  readonly fate: MessageFate;
}

/**
 * Fates of replaced or sent messages, for a day or until evicted. Hold the message's lock. Keys are digests of 43
 * characters. Throws MailError.
 */
export interface MessageFates {
  find(key: string): Promise<RecordedFate | null>;

  record(entry: RecordedFate & { readonly key: string }): Promise<void>;
}

export const MESSAGE_FATES: PortMethods<MessageFates> = { find: true, record: true };
