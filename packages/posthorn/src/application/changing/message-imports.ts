import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import type { MessageIdentity } from '../../domain/messages/message-identity.ts';
import type { ZonedDate } from '../../domain/messages/message-item.ts';
import type { MessageFlag } from '../../domain/messages/message-query.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { withoutOwnKeywords } from './kept-keywords.ts';

/** A message to store unchanged. */
export interface ImportRequest extends MailboxRef {
  readonly octets: OctetSource;
  readonly flags: readonly MessageFlag[];
  readonly keywords: readonly string[];
}

/** Stores messages from elsewhere. */
export interface MessageImports {
  /**
   * Stores the octets; INTERNALDATE is the Date field, or now. Throws like `MessageComposer.examine` and
   * `MailWriter.appendMessage`, storing nothing.
   */
  store(request: ImportRequest, signal: AbortSignal): Promise<MessageIdentity>;
}

/** Dependencies. */
export interface MessageImportsDependencies {
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Tolerates clock skew. Later dates would stay first in lists. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

/** The service. */
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

/** Servers accept no INTERNALDATE before 1970. */
function isPast(date: ZonedDate | null, now: number): date is ZonedDate {
  return date !== null && date.epochMs > 0 && date.epochMs <= now + MAX_AHEAD_MS;
}
