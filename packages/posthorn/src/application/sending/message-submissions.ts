/** Application service: sends drafts, each version of one at most once. */
import { MailError } from '../../domain/mail-error.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { attempt } from '../attempt.ts';
import { draftStateOf, notADraft } from '../changing/draft-state.ts';
import { type ExpectedMessage, inExpectedState } from '../changing/expected-state.ts';
import { type MessageFate, type MessageHistory, outdatedVersion } from '../changing/message-history.ts';
import type { MessageLocks } from '../changing/message-locks.ts';
import { type Filing, findCopy, type SentCopies } from '../changing/sent-copies.ts';
import type { SendingWarning, SentMessage } from '../changing/sent-message.ts';
import { findSpecialFolder } from '../folders/special-folder.ts';
import type { MailStore, StoredMessage } from '../ports/mail/mail-store.ts';
import type { MailTransport, Submission } from '../ports/mail/mail-transport.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { DraftIdentity, MessageComposer } from '../ports/mail/message-composer.ts';
import { stepDeadline } from '../step-deadline.ts';
import { markAnswered } from './answered-message.ts';
import { clearPending, markPending, markSent } from './submission-marks.ts';

/** A draft to send. */
export interface SendRequest extends ExpectedMessage {
  /** True: the message goes to the sent folder. False: it stays where it is, under the same id. */
  readonly isFiled: boolean;
}

/**
 * Sends drafts. Sending the same version again returns the first result, also to requests that arrive while it is under way,
 * and also after a restart where the mail server keeps keywords. Throws what `MailStore`, `MessageComposer` and
 * `MailTransport` throw, `conflict` when the message is no draft, `outdated-version` when a newer version was saved, and
 * `submission-uncertain` when an earlier attempt ended without an answer: such a message is never sent again by itself. A message that
 * is not as expected is not sent (UnexpectedState), but a repeated request for a sent message gets the first answer.
 */
export interface MessageSubmissions {
  /** Once begun, a submission runs to its end, even after the signal aborts. */
  send(request: SendRequest, signal: AbortSignal): Promise<SentMessage>;

  /** Settles when no submission is under way any more. */
  close(): Promise<void>;
}

/** What `createMessageSubmissions` works with. */
export interface MessageSubmissionsDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly mailTransport: MailTransport;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
  readonly sentCopies: SentCopies;
}

/** For each step at the mail server; the submission has its own deadline. */
const STEP_TIMEOUT_MS = 30_000;

/** Creates the service that sends drafts. */
export function createMessageSubmissions(dependencies: MessageSubmissionsDependencies): MessageSubmissions {
  const running = new Set<Promise<unknown>>();
  return {
    send(request, signal) {
      const sending = send(dependencies, request, signal);
      const settled = sending.then(ignore, ignore);
      running.add(settled);
      void settled.then(() => running.delete(settled));
      return sending;
    },

    async close() {
      await Promise.all(running);
    },
  };
}

/** A draft that is on its way. */
interface Departure {
  readonly message: ExactMessageRef;
  readonly stored: StoredMessage;
  readonly identity: DraftIdentity;
}

/** A draft that has gone out. */
interface Departed extends Pick<Departure, 'message' | 'identity'> {
  readonly sent: SentMessage;
}

async function send(
  dependencies: MessageSubmissionsDependencies,
  request: SendRequest,
  signal: AbortSignal,
): Promise<SentMessage> {
  const { messageHistory, messageLocks, mailStore } = dependencies;
  const { message, expected } = request;
  const outcome = await messageLocks.run(
    [message],
    async () => {
      const known = await messageHistory.find(message);
      // The user expects the draft as it was before.
      if (known !== undefined) return { sent: resultOf(known) };
      const work = () => depart(dependencies, request);
      return { departed: await inExpectedState({ mailStore, message, expected, work }, signal) };
    },
    signal,
  );
  return outcome.departed ? settleAnswer(dependencies, outcome.departed) : outcome.sent;
}

async function depart(
  dependencies: MessageSubmissionsDependencies,
  { message: named, isFiled }: SendRequest,
): Promise<Departed> {
  const { mailStore, messageComposer, messageHistory } = dependencies;
  const stored = await mailStore.readMessage(named, step());
  const message = { ...named, uidValidity: stored.uidValidity };
  const identity = messageComposer.identify(stored.octets);
  const departure = { message, stored, identity };
  const submission = await submitOnce(dependencies, departure);
  // From here on the message is sent, even if the rest fails.
  const remember = (sent: SentMessage) => messageHistory.remember(message, { kind: 'sent', sent });
  await attempt(() => remember({ submission, filed: null, warnings: [] }));
  const sent = await settle(dependencies, departure, { submission, isFiled });
  await attempt(() => remember(sent));
  return { message, identity, sent };
}

/** The result of an earlier sending of the same message. */
function resultOf(fate: MessageFate): SentMessage {
  if (fate.kind === 'sent') return fate.sent;
  throw fate.kind === 'uncertain' ? uncertain() : outdatedVersion();
}

/** Submits the message; returns null when it was submitted before. */
async function submitOnce(
  dependencies: MessageSubmissionsDependencies,
  departure: Departure,
): Promise<Submission | null> {
  const state = draftStateOf(departure.stored);
  if (state === 'sent') return null;
  if (!departure.stored.flags.has('draft')) {
    throw notADraft();
  }
  if (state === 'unsent') return submit(dependencies, departure);
  // A copy that the provider filed shows that the earlier attempt succeeded.
  if (await isInSentFolder(dependencies, departure)) return null;
  throw uncertain();
}

/** Everything that can be refused is refused before the mark is set; nothing is sent before it is set. */
async function submit(
  { mailWriter, messageComposer, mailTransport, messageHistory }: MessageSubmissionsDependencies,
  { message, stored }: Departure,
): Promise<Submission> {
  const outgoing = await messageComposer.toOutgoing(stored.octets);
  await markPending(mailWriter, message, step());
  try {
    const request = { account: message.account, message: outgoing };
    return await mailTransport.submit(request, new AbortController().signal);
  } catch (error) {
    if (isUncertain(error)) await attempt(() => messageHistory.remember(message, { kind: 'uncertain' }));
    else await attempt(() => clearPending(mailWriter, message, step()));
    throw error;
  }
}

/** The message is out: nothing that fails here makes it unsent. */
async function settle(
  { mailWriter, sentCopies }: MessageSubmissionsDependencies,
  { message, identity }: Departure,
  { submission, isFiled }: { readonly submission: Submission | null; readonly isFiled: boolean },
): Promise<SentMessage> {
  const isMarked = await attempt(() => markSent(mailWriter, { message, isFiled }, step()));
  const warnings: readonly SendingWarning[] = isMarked ? [] : ['not-marked'];
  if (!isFiled) return { submission, filed: null, warnings };
  const filing = await fileOrLeave(sentCopies, { message, messageId: identity.messageId });
  return { submission, filed: filing.filed, warnings: [...warnings, ...filing.warnings] };
}

/** The sent message, with a warning if the answered message could not be marked. */
async function settleAnswer(
  { mailWriter, messageLocks, messageHistory }: MessageSubmissionsDependencies,
  { message, identity, sent }: Departed,
): Promise<SentMessage> {
  const { account } = message;
  const work = () => markAnswered({ mailWriter, messageLocks, account }, identity.answerOf, step());
  if (await attempt(work)) return sent;
  const warned: SentMessage = { ...sent, warnings: [...sent.warnings, 'not-answered'] };
  await attempt(() => messageHistory.remember(message, { kind: 'sent', sent: warned }));
  return warned;
}

async function fileOrLeave(sentCopies: SentCopies, sent: Parameters<SentCopies['file']>[0]): Promise<Filing> {
  try {
    return await sentCopies.file(sent, step());
  } catch (error) {
    if (error instanceof MailError) return { filed: null, warnings: ['not-filed'] };
    throw error;
  }
}

async function isInSentFolder(
  { mailStore }: MessageSubmissionsDependencies,
  { message: { account }, identity: { messageId } }: Departure,
): Promise<boolean> {
  const mailbox = await findSpecialFolder({ mailStore, account }, 'SENT', step());
  if (mailbox === undefined) return false;
  return (await findCopy(mailStore, { account, mailbox, messageId }, step())) !== null;
}

function isUncertain(error: unknown): boolean {
  return !(error instanceof MailError) || error.code === 'submission-uncertain';
}

function uncertain(): MailError {
  return new MailError('submission-uncertain', {
    detail:
      'An earlier attempt to send this message ended without an answer. Look for the message before you send it again; to send it anyway, save the draft first.',
  });
}

function step(): AbortSignal {
  return stepDeadline(STEP_TIMEOUT_MS);
}

function ignore(): void {
  // The caller of `send` receives the failure; the service only waits.
}
