import type { SentMessage } from '../../../../application/ports/state/sent-message.ts';
import { MailError } from '../../../../domain/errors/mail-error.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import type { Inclusion, RelatedServices } from '../../../../resources/related-resources.ts';
import { logRefusedRecipients } from '../../../answer/refused-recipients.ts';
import type { DocumentAnswer } from '../../json-api/answer.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { previousIdOf, showChangedMessage } from '../reading/show-message.ts';

/** A sent message. */
export interface Sending {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  /** The draft before sending. */
  readonly previous: ExactMessageRef;
  readonly sent: SentMessage;
}

/** Presents the sent message; null if its location is unknown. No MailError may hide that it was sent. */
export async function presentSent(
  services: RelatedServices,
  { sent, ...shown }: Sending,
): Promise<DocumentAnswer> {
  const { submission, filed, warnings } = sent;
  const { previous, exchange } = shown;
  logRefusedRecipients(exchange.request, submission?.rejected);
  const meta = { accepted: submission?.accepted ?? null, rejected: rejectedOf(sent), warnings };
  // A message not filed is still the draft.
  const current = filed ?? (warnings.includes('not-filed') ? previous : null);
  const message = current && { ...previous, ...current };
  const answer = message && (await unlessLost(showChangedMessage(services, { ...shown, message })));
  if (message === null || answer === null) {
    return { kind: 'document', document: { data: null, meta }, self: null };
  }
  const allMeta = { ...meta, ...previousIdOf(previous, message) };
  return { ...answer, document: { ...answer.document, meta: allMeta } };
}

/** Recipients that the server refused. */
export function rejectedOf({ submission }: Pick<SentMessage, 'submission'>): readonly object[] | null {
  if (submission === null) return null;
  return submission.rejected.map(({ address, replyCode, enhancedCode }) => ({
    address,
    code: replyCode,
    enhancedCode,
  }));
}

async function unlessLost<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MailError) return null;
    throw error;
  }
}
