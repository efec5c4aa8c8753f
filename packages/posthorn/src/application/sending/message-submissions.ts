import { MailError } from '../../domain/errors/mail-error.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { attempt } from '../attempt.ts';
import { draftStateOf, notADraft } from '../changing/draft-state.ts';
import { type ExpectedMessage, inExpectedState } from '../changing/expected-state.ts';
import { type MessageHistory, outdatedVersion } from '../changing/message-history.ts';
import type { MessageLocks } from '../changing/message-locks.ts';
import { type Filing, findCopy, type SentCopies } from '../changing/sent-copies.ts';
import { findSpecialFolder } from '../folders/special-folder.ts';
import type { MailStore, StoredMessage } from '../ports/mail/mail-store.ts';
import type { MailTransport, Submission } from '../ports/mail/mail-transport.ts';
import type { MailWriter } from '../ports/mail/mail-writer.ts';
import type { DraftIdentity, MessageComposer } from '../ports/mail/message-composer.ts';
import type { MessageFate } from '../ports/state/message-fates.ts';
import type { SendingWarning, SentMessage } from '../ports/state/sent-message.ts';
import { stepDeadline } from '../step-deadline.ts';
import { markAnswered } from './answered-message.ts';
import { clearPending, markPending, markSent } from './submission-marks.ts';

/** A draft to send. */
export interface SendRequest extends ExpectedMessage {
  /** False: the draft keeps folder and id. */
  readonly isFiled: boolean;
}

/**
 * Sends each version of a draft once; repeated and concurrent requests get the first result. Throws like `MailStore`,
 * `MessageComposer` and `MailTransport`, `conflict` for a non-draft, `outdated-version` for an older version,
 * `submission-uncertain` after an attempt without a reply (never resent automatically), and UnexpectedState for an
 * unsent message.
 */
export interface MessageSubmissions {
  /** Once started, runs to its end. */
  send(request: SendRequest, signal: AbortSignal): Promise<SentMessage>;

  close(): Promise<void>;
}

/** Dependencies. */
export interface MessageSubmissionsDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly mailTransport: MailTransport;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
  readonly sentCopies: SentCopies;
}

/** Per step at the mail server. */
const STEP_TIMEOUT_MS = 30_000;

/** The service. */
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

interface DraftSubmission {
  readonly message: ExactMessageRef;
  readonly stored: StoredMessage;
  readonly identity: DraftIdentity;
}

interface Departed extends Pick<DraftSubmission, 'message' | 'identity'> {
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
      // A repeat expects the state before the sending.
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
  const { mailStore, messageComposer, messageHistory, sentCopies } = dependencies;
  const stored = await mailStore.readMessage(named, step());
  const message = { ...named, uidValidity: stored.uidValidity };
  const identity = messageComposer.identify(stored.octets);
  const departure = { message, stored, identity };
  const isFirst = isFiled && draftStateOf(stored) === 'unsent';
  const earlier = isFirst ? await sentCopies.findEarlier({ message, ...identity }, step()) : null;
  const submission = await submitOnce(dependencies, departure);
  // From here on, the message is sent.
  const remember = (sent: SentMessage) => messageHistory.remember(message, { kind: 'sent', sent });
  await attempt(() => remember({ submission, filed: null, warnings: [] }));
  const sent = await settle(dependencies, departure, { submission, isFiled, earlier });
  await attempt(() => remember(sent));
  return { message, identity, sent };
}

function resultOf(fate: MessageFate): SentMessage {
  if (fate.kind === 'sent') return fate.sent;
  throw fate.kind === 'uncertain' ? uncertain() : outdatedVersion();
}

/** Null: submitted before. */
async function submitOnce(
  dependencies: MessageSubmissionsDependencies,
  departure: DraftSubmission,
): Promise<Submission | null> {
  const state = draftStateOf(departure.stored);
  if (state === 'sent') return null;
  if (!departure.stored.flags.has('draft')) {
    throw notADraft();
  }
  if (state === 'unsent') return submit(dependencies, departure);
  // The provider's copy proves the earlier submission.
  if (await isInSentFolder(dependencies, departure)) return null;
  throw uncertain();
}

/** All checks precede the mark; sending follows it. */
async function submit(
  { mailWriter, messageComposer, mailTransport, messageHistory }: MessageSubmissionsDependencies,
  { message, stored }: DraftSubmission,
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

interface Settling extends Pick<Parameters<SentCopies['file']>[0], 'earlier'> {
  readonly submission: Submission | null;
  readonly isFiled: boolean;
}

/** After this, no failure means an unsent message. */
async function settle(
  { mailWriter, sentCopies }: MessageSubmissionsDependencies,
  { message, identity }: DraftSubmission,
  { submission, isFiled, earlier }: Settling,
): Promise<SentMessage> {
  const isMarked = await attempt(() => markSent(mailWriter, { message, isFiled }, step()));
  const warnings: readonly SendingWarning[] = isMarked ? [] : ['not-marked'];
  if (!isFiled) return { submission, filed: null, warnings };
  const filing = await fileOrLeave(sentCopies, { message, ...identity, earlier });
  return { submission, filed: filing.filed, warnings: [...warnings, ...filing.warnings] };
}

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
  { message: { account }, identity: { messageId } }: DraftSubmission,
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

function ignore(): void {}
