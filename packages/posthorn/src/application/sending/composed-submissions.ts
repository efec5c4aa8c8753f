import { MailError } from '../../domain/errors/mail-error.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { attempt } from '../attempt.ts';
import type { MessageDrafts, NewDraft } from '../drafts/message-drafts.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { SentMessage } from '../ports/state/sent-message.ts';
import { stepDeadline } from '../step-deadline.ts';
import type { MessageSubmissions } from './message-submissions.ts';

/** A composed and sent message. */
export interface ComposedSubmission {
  readonly draft: ExactMessageRef;
  readonly sent: SentMessage;
}

/** Composes and sends messages in one step. */
export interface ComposedSubmissions {
  /**
   * Stores a draft and sends it; removes a refused draft. Throws like `MessageDrafts.create` and
   * `MessageSubmissions.send`, with UncertainSubmission for `submission-uncertain`.
   */
  send(draft: NewDraft, signal: AbortSignal): Promise<ComposedSubmission>;
}

/** The outcome is unknown. The draft stays marked, never resent automatically. */
export class UncertainSubmission extends Error {
  readonly draft: ExactMessageRef;
  readonly reason: MailError;

  constructor(draft: ExactMessageRef, reason: MailError) {
    super(reason.message, { cause: reason });
    this.name = 'UncertainSubmission';
    this.draft = draft;
    this.reason = reason;
  }
}

/** Dependencies. */
export interface ComposedSubmissionsDependencies {
  readonly messageDrafts: MessageDrafts;
  readonly messageSubmissions: MessageSubmissions;
  readonly mailWriter: MailWriter;
}

const REMOVAL_TIMEOUT_MS = 30_000;

/** The service. */
export function createComposedSubmissions(
  dependencies: ComposedSubmissionsDependencies,
): ComposedSubmissions {
  const { messageDrafts, messageSubmissions, mailWriter } = dependencies;
  return {
    async send(newDraft, signal) {
      const { account, mailbox } = newDraft;
      const draft = { account, mailbox, ...(await messageDrafts.create(newDraft, signal)) };
      try {
        const sent = await messageSubmissions.send({ message: draft, isFiled: true }, signal);
        return { draft, sent };
      } catch (error) {
        // A program fault may follow the submission.
        if (!(error instanceof MailError)) throw error;
        if (error.code === 'submission-uncertain') throw new UncertainSubmission(draft, error);
        await attempt(() => mailWriter.deleteMessage(draft, stepDeadline(REMOVAL_TIMEOUT_MS)));
        throw error;
      }
    },
  };
}
