import type { SendingAccount } from '../../domain/accounts/mail-account.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import type { AccountOpening, OpeningRequest } from '../connected/account-opening.ts';
import { authorOf } from '../drafts/message-drafts.ts';
import type { MailTransport, Submission } from '../ports/mail/mail-transport.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';

/** A message of an account without an inbox. */
export interface DirectSubmission extends OpeningRequest {
  readonly draft: DraftChange;
}

/** Sends from connected accounts without an inbox. Stores nothing: a repeated call sends again. */
export interface DirectSubmissions {
  /**
   * A started submission runs to its end. Throws like `AccountOpening.openForSending`, `MessageComposer` and
   * `MailTransport`.
   */
  send(submission: DirectSubmission, signal: AbortSignal): Promise<Submission>;
}

/** Dependencies. */
export interface DirectSubmissionsDependencies {
  readonly opening: AccountOpening;
  readonly messageComposer: MessageComposer;
  readonly mailTransport: MailTransport;
}

/** The service. */
export function createDirectSubmissions(dependencies: DirectSubmissionsDependencies): DirectSubmissions {
  const { opening, messageComposer, mailTransport } = dependencies;
  return {
    async send({ draft, ...request }, signal) {
      const account = await opening.openForSending(request, signal);
      const message = await outgoing(messageComposer, account, draft);
      signal.throwIfAborted();
      try {
        const submission = await mailTransport.submit({ account, message }, new AbortController().signal);
        await opening.noteSent(account);
        return submission;
      } catch (error) {
        throw await opening.noteFailure(account, error);
      }
    },
  };
}

async function outgoing(composer: MessageComposer, account: SendingAccount, draft: DraftChange) {
  const header = { ...authorOf(account), ...draft.header };
  const { octets } = await composer.compose({ ...draft, header });
  return composer.toOutgoing(await octetsOf(octets));
}

async function octetsOf(source: OctetSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
