import type { Submission } from '../../application/ports/mail/mail-transport.ts';
import type { OutgoingMessage } from '../../application/ports/mail/message-composer.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { RejectedRecipient } from '../../domain/errors/rejected-recipient.ts';
import { measureMessage } from './message-measure.ts';
import type { SmtpEnvelope } from './smtp-client.ts';
import { messageTooLarge } from './smtp-errors.ts';
import { maxMessageOctets, type SmtpExtensions } from './smtp-extensions.ts';
import type { SmtpReply } from './smtp-reply.ts';
import { isInternational, toWireAddress } from './wire-address.ts';

/** Reads the message once. Throws `message-rejected` for an address outside SMTP, and the source's errors. */
export async function toSmtpEnvelope(
  { envelope, octets }: OutgoingMessage,
  signal: AbortSignal,
): Promise<SmtpEnvelope> {
  const reversePath = requireWireAddress(envelope.reversePath);
  const forwardPaths = [...new Set(envelope.forwardPaths.map(requireWireAddress))];
  return { reversePath, forwardPaths, ...(await measureMessage(octets, signal)) };
}

/**
 * Throws `capability-missing` for non-ASCII addresses without SMTPUTF8, `message-rejected` if too large, or
 * 8-bit without 8BITMIME.
 */
export function requireExtensions(extensions: SmtpExtensions, envelope: SmtpEnvelope): void {
  const { reversePath, forwardPaths, octets, hasEightBit } = envelope;
  const isAnyInternational = [reversePath, ...forwardPaths].some(isInternational);
  if (isAnyInternational && !extensions.has('SMTPUTF8')) {
    throw new MailError('capability-missing', {
      detail: 'The sending server takes only addresses in ASCII, it lacks SMTPUTF8. Nothing was sent.',
    });
  }
  // Rewriting would break signatures.
  if (hasEightBit && !extensions.has('8BITMIME')) {
    throw new MailError('message-rejected', {
      detail: 'The message has 8-bit octets, and the sending server lacks 8BITMIME. Nothing was sent.',
    });
  }
  if (octets > maxMessageOctets(extensions)) throw messageTooLarge();
}

/** Recipients in message order. */
export function toSubmission(
  { envelope }: OutgoingMessage,
  refused: ReadonlyMap<string, SmtpReply>,
): Submission {
  const replyTo = (address: string) => refused.get(toWireAddress(address) ?? address);
  return {
    accepted: envelope.forwardPaths.filter((address) => replyTo(address) === undefined),
    rejected: envelope.forwardPaths.flatMap((address) => toRejected(address, replyTo(address))),
  };
}

function toRejected(address: string, reply: SmtpReply | undefined): readonly RejectedRecipient[] {
  if (reply === undefined) return [];
  const { replyCode, enhancedCode } = reply;
  return [{ address, replyCode, enhancedCode }];
}

function requireWireAddress(address: string): string {
  const wireAddress = toWireAddress(address);
  if (wireAddress !== undefined) return wireAddress;
  throw new MailError('message-rejected', {
    detail: 'An address of the message cannot be written in SMTP. Nothing was sent.',
  });
}
