/** Application service: creates drafts. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { DraftHeader } from '../../domain/message-draft.ts';
import type { MessageIdentity } from '../../domain/message-identity.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { type DraftSources, prepareDraft } from './draft-sources.ts';
import type { MessageReplies } from './message-replies.ts';

/** A rough pattern of an address; the composer validates it. */
const ADDRESS = /^[^@]+@[^@]+$/;

/** A draft to create, with its folder, flags and keywords. */
export interface NewDraft extends MailboxRef, DraftSources {
  /** Beside \Draft. */
  readonly flags?: readonly ('seen' | 'flagged')[];
  readonly keywords?: readonly string[];
}

/** Creates drafts. */
export interface MessageDrafts {
  /**
   * Stores a new message with \Draft and returns its identity. Its author is the account's owner unless it names one. Throws
   * what `MailWriter.appendMessage`, `MessageComposer.compose` and `MessageReplies` throw; where the origin or a copied file is not
   * there, the failure names it (`MailErrorDetails.member`).
   */
  create(draft: NewDraft, signal: AbortSignal): Promise<MessageIdentity>;
}

/** What `createMessageDrafts` works with. */
export interface MessageDraftsDependencies {
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageReplies: MessageReplies;
}

/** Creates the service for drafts. */
export function createMessageDrafts(dependencies: MessageDraftsDependencies): MessageDrafts {
  const { mailWriter, messageComposer, messageReplies } = dependencies;
  return {
    async create({ account, mailbox, flags = ['seen'], keywords = [], ...sources }, signal) {
      const { change, release } = await prepareDraft(messageReplies, sources, signal);
      try {
        const header = { ...authorOf(account), ...change.header };
        const { octets, messageId } = await messageComposer.compose({ ...change, header });
        const message = { octets, flags: ['draft', ...flags] as const, keywords, messageId };
        return await mailWriter.appendMessage({ account, mailbox, message }, signal);
      } finally {
        await release();
      }
    },
  };
}

/** The account's owner, unless the account is known by a login name that is no address. */
function authorOf({ from }: MailAccount): DraftHeader {
  return ADDRESS.test(from.address) ? { from } : {};
}
