/** The log line of a message that was sent to some of its recipients. */
import type { FastifyRequest } from 'fastify';
import type { RejectedRecipient } from '../../domain/rejected-recipient.ts';

/** Logs the codes of the refusals: released clients do not show them to their users. Nothing is logged without a refusal. */
export function logRefusedRecipients(
  { log }: Pick<FastifyRequest, 'log'>,
  rejected: readonly RejectedRecipient[] = [],
): void {
  if (rejected.length === 0) return;
  const answers = rejected.map(({ replyCode, enhancedCode }) => `${replyCode} ${enhancedCode ?? ''}`.trim());
  log.info({ answers }, 'recipients refused');
}
