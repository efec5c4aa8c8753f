/** Application service: changes messages where they are, and moves and deletes them. */
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { Uid } from '../domain/uid.ts';
import type { MessageLocation } from './message-location.ts';
import type { FlagChange, MailWriter } from './ports/mail-writer.ts';

/** Throws what `MailWriter` throws. */
export interface MessageChanges {
  changeFlags(location: MessageLocation, change: FlagChange, signal: AbortSignal): Promise<void>;

  /** Moves the message within its account and gives its new uid. */
  move(location: MessageLocation, target: MailboxName, signal: AbortSignal): Promise<Uid>;

  /** Deletes the message for good. */
  delete(location: MessageLocation, signal: AbortSignal): Promise<void>;
}

export interface MessageChangesDependencies {
  readonly mailWriter: MailWriter;
}

export function createMessageChanges({ mailWriter }: MessageChangesDependencies): MessageChanges {
  return {
    changeFlags: ({ account, ...place }, change, signal) =>
      mailWriter.changeFlags(account, place, change, signal),
    move: ({ account, ...place }, target, signal) => mailWriter.moveMessage(account, place, target, signal),
    delete: ({ account, ...place }, signal) => mailWriter.deleteMessage(account, place, signal),
  };
}
