import type { FastifyRequest } from 'fastify';
import type { RejectedRecipient } from '../../domain/errors/rejected-recipient.ts';

/** Logs refused recipients' reply codes, which released clients do not show. */
export function logRefusedRecipients(
  { log }: Pick<FastifyRequest, 'log'>,
  rejected: readonly RejectedRecipient[] = [],
): void {
  if (rejected.length === 0) return;
  const answers = rejected.map(({ replyCode, enhancedCode }) => `${replyCode} ${enhancedCode ?? ''}`.trim());
  log.info({ answers }, 'recipients refused');
}
