/** Application service: new messages that are being written. */
import type { MailAccount } from '../domain/mail-account.ts';
import type { DraftChange, DraftHeader } from '../domain/message-draft.ts';
import type { MessageIdentity } from '../domain/message-identity.ts';
import type { MailboxLocation } from './message-location.ts';
import type { MailWriter } from './ports/mail-writer.ts';
import type { MessageComposer } from './ports/message-composer.ts';

/** What may be an address; the composer looks closer. */
const ADDRESS = /^[^@]+@[^@]+$/;

export interface NewDraft {
  readonly location: MailboxLocation;
  readonly draft: DraftChange;
  /** Beside \Draft. */
  readonly flags?: readonly ('seen' | 'flagged')[];
  readonly keywords?: readonly string[];
}

/** Creates drafts: messages with \Draft. Throws what `MailWriter` and `MessageComposer` throw. */
export interface MessageDrafts {
  /** Stores a new draft and tells what it is in the folder. Its author is the account's owner unless it names one. */
  create(draft: NewDraft, signal: AbortSignal): Promise<MessageIdentity>;
}

export interface MessageDraftsDependencies {
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
}

export function createMessageDrafts({
  mailWriter,
  messageComposer,
}: MessageDraftsDependencies): MessageDrafts {
  return {
    async create({ location: { account, mailbox }, draft, flags = ['seen'], keywords = [] }, signal) {
      const header = { ...authorOf(account), ...draft.header };
      const { octets, messageId } = await messageComposer.compose({ ...draft, header });
      const message = { octets, flags: ['draft', ...flags] as const, keywords, messageId };
      return mailWriter.appendMessage(account, mailbox, message, signal);
    },
  };
}

/** The account's owner, unless the account is known by a login name that is no address. */
function authorOf({ from }: MailAccount): DraftHeader {
  return ADDRESS.test(from.address) ? { from } : {};
}
