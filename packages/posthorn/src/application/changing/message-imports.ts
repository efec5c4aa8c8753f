/** Application service: stores messages that were made elsewhere. */
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { MessageIdentity } from '../../domain/message-identity.ts';
import type { ZonedDate } from '../../domain/message-item.ts';
import type { MessageFlag } from '../../domain/message-query.ts';
import type { OctetSource } from '../../domain/octet-source.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { withoutOwnKeywords } from './kept-keywords.ts';

/** A message to store as it is, with its folder, flags and keywords. */
export interface ImportRequest extends MailboxRef {
  readonly octets: OctetSource;
  readonly flags: readonly MessageFlag[];
  readonly keywords: readonly string[];
}

/** Stores messages that were made elsewhere. */
export interface MessageImports {
  /**
   * Stores the message octet by octet and returns its identity. Its INTERNALDATE is that of its Date field, or now. Throws what
   * `MessageComposer.examine` and `MailWriter.appendMessage` throw; nothing is stored then.
   */
  store(request: ImportRequest, signal: AbortSignal): Promise<MessageIdentity>;
}

/** What `createMessageImports` works with. */
export interface MessageImportsDependencies {
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Clocks differ; later dates come from senders who want to be listed first. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

/** Creates the service for messages that were made elsewhere. */
export function createMessageImports(dependencies: MessageImportsDependencies): MessageImports {
  const { mailWriter, messageComposer, clock } = dependencies;
  return {
    async store({ account, mailbox, octets, flags, keywords }, signal) {
      const { messageId, date, hasEightBitFields } = await messageComposer.examine(octets);
      const message = {
        octets,
        flags,
        keywords: withoutOwnKeywords(keywords),
        messageId,
        hasEightBitFields,
        ...(isPast(date, clock()) && { internalDate: date }),
      };
      signal.throwIfAborted();
      return mailWriter.appendMessage({ account, mailbox, message }, signal);
    },
  };
}

/** True for a date that the message can have been received at: servers know none before 1970. */
function isPast(date: ZonedDate | null, now: number): date is ZonedDate {
  return date !== null && date.epochMs > 0 && date.epochMs <= now + MAX_AHEAD_MS;
}
