/** Application service: composes a message and sends it, in one step for its client. */
import { MailError } from '../../domain/mail-error.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { attempt } from '../attempt.ts';
import type { SentMessage } from '../changing/sent-message.ts';
import type { MessageDrafts, NewDraft } from '../drafts/message-drafts.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import { stepDeadline } from '../step-deadline.ts';
import type { MessageSubmissions } from './message-submissions.ts';

/** A message that was composed and sent. */
export interface ComposedSubmission {
  /** The draft as which it was stored before. */
  readonly draft: ExactMessageRef;
  readonly sent: SentMessage;
}

/** Composes messages and sends them. */
export interface ComposedSubmissions {
  /**
   * Stores the message as a draft and sends it. A refused message leaves nothing behind: its draft is removed. Throws what
   * `MessageDrafts.create` and `MessageSubmissions.send` throw, and UncertainSubmission in place of `submission-uncertain`.
   */
  send(draft: NewDraft, signal: AbortSignal): Promise<ComposedSubmission>;
}

/** It is unknown whether the message was sent. Its draft stays, marked, so that it is not sent again automatically. */
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

/** What `createComposedSubmissions` works with. */
export interface ComposedSubmissionsDependencies {
  readonly messageDrafts: MessageDrafts;
  readonly messageSubmissions: MessageSubmissions;
  readonly mailWriter: MailWriter;
}

const REMOVAL_TIMEOUT_MS = 30_000;

/** Creates the service that composes and sends in one step. */
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
        // A fault of the program may have come after the message was out.
        if (!(error instanceof MailError)) throw error;
        if (error.code === 'submission-uncertain') throw new UncertainSubmission(draft, error);
        await attempt(() => mailWriter.deleteMessage(draft, stepDeadline(REMOVAL_TIMEOUT_MS)));
        throw error;
      }
    },
  };
}
