/** The answer about a message that was sent. */
import type { SentMessage } from '../../../application/changing/sent-message.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { logRefusedRecipients } from '../../answer/refused-recipients.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { Inclusion } from '../query/include.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { previousIdOf, showChangedMessage } from './show-message.ts';

/** A message that was sent. */
export interface Sending {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  /** The draft that it was. */
  readonly previous: ExactMessageRef;
  readonly sent: SentMessage;
}

/** The message where it is now; null if unknown. It has been sent, so no failure here may fail the request. */
export async function tellSent(
  services: RelatedServices,
  { sent, ...shown }: Sending,
): Promise<DocumentAnswer> {
  const { submission, filed, warnings } = sent;
  const { previous, exchange } = shown;
  logRefusedRecipients(exchange.request, submission?.rejected);
  const meta = { accepted: submission?.accepted ?? null, rejected: rejectedOf(sent), warnings };
  // What could not be filed is where the draft was.
  const current = filed ?? (warnings.includes('not-filed') ? previous : null);
  const message = current && { ...previous, ...current };
  const answer = message && (await unlessLost(showChangedMessage(services, { ...shown, message })));
  if (message === null || answer === null) {
    return { kind: 'document', document: { data: null, meta }, self: null };
  }
  const allMeta = { ...meta, ...previousIdOf(previous, message) };
  return { ...answer, document: { ...answer.document, meta: allMeta } };
}

function rejectedOf({ submission }: SentMessage): readonly object[] | null {
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
