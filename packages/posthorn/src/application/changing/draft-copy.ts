import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../domain/messages/message-identity.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { withoutOwnKeywords } from './kept-keywords.ts';

interface DraftCopying {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
}

/**
 * Stores a draft under a new Message-ID: servers drop duplicates, and one sent copy would prove both sent. Throws
 * like `MailStore.readMessage` and `MailWriter.appendMessage`.
 */
export async function copyDraft(
  { mailStore, mailWriter, messageComposer }: DraftCopying,
  { message, target }: { readonly message: MessageRef; readonly target: MailboxName },
  signal: AbortSignal,
): Promise<MessageIdentity> {
  const stored = await mailStore.readMessage(message, signal);
  const { octets, messageId } = await messageComposer.copy(stored.octets);
  const keywords = withoutOwnKeywords(stored.keywords);
  const copy = { octets, flags: [...stored.flags], keywords, messageId };
  return mailWriter.appendMessage({ account: message.account, mailbox: target, message: copy }, signal);
}
