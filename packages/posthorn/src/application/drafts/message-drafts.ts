import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import type { DraftHeader } from '../../domain/messages/message-draft.ts';
import type { MessageIdentity } from '../../domain/messages/message-identity.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { type DraftSources, prepareDraft } from './draft-sources.ts';
import type { MessageReplies } from './message-replies.ts';

const ADDRESS = /^[^@]+@[^@]+$/;

/** A new draft and its folder. */
export interface NewDraft extends MailboxRef, DraftSources {
  /** Besides \Draft. */
  readonly flags?: readonly ('seen' | 'flagged')[];
  readonly keywords?: readonly string[];
}

/** Creates drafts. */
export interface MessageDrafts {
  /**
   * Stores a draft; returns its identity. Default author: the account's owner. Throws like
   * `MailWriter.appendMessage`, `MessageComposer.compose` and `MessageReplies`; `MailErrorDetails.member`
   * names a missing source.
   */
  create(draft: NewDraft, signal: AbortSignal): Promise<MessageIdentity>;
}

/** Dependencies. */
export interface MessageDraftsDependencies {
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageReplies: MessageReplies;
}

/** The service. */
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

/** New messages' author; empty for a login name that is no address. */
export function authorOf({ from }: Pick<MailAccount, 'from'>): DraftHeader {
  return ADDRESS.test(from.address) ? { from } : {};
}
