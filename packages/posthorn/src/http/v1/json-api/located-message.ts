import type { FastifyRequest } from 'fastify';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { type MessageSegment, parseMessageSegment } from '../../../domain/messages/message-segment.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf, pathParameter } from '../../request/url/path-parameters.ts';
import type { Exchange } from './exchange.ts';

/** A path's message and its mailbox's state. */
export interface LocatedMessage {
  readonly message: ExactMessageRef;
  readonly counts: MailboxCounts;
}

/**
 * The path's message, unchecked. Throws `message-unknown` for an invalid segment, RequestProblems (410) for a
 * re-created mailbox, and errors of `MailFolders.count`.
 */
export async function locateMessage(
  { request, signal }: Pick<Exchange, 'request' | 'signal'>,
  { mailFolders }: { readonly mailFolders: MailFolders },
): Promise<LocatedMessage> {
  const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
  const { uidValidity, uid } = messageSegmentOf(request);
  const counts = await mailFolders.count(folder, signal);
  if (uidValidity !== null && uidValidity !== counts.uidValidity) throw messageGone();
  return { message: { ...folder, uid, uidValidity: counts.uidValidity }, counts };
}

/** Like `locateMessage`, without the mail server if the path has the uidValidity. */
export async function identifyMessage(
  exchange: Pick<Exchange, 'request' | 'signal'>,
  services: { readonly mailFolders: MailFolders },
): Promise<ExactMessageRef> {
  const { request } = exchange;
  const { uidValidity, uid } = messageSegmentOf(request);
  if (uidValidity === null) return (await locateMessage(exchange, services)).message;
  return { account: accountOf(request), mailbox: mailboxOf(request), uid, uidValidity };
}

function messageSegmentOf(request: FastifyRequest): MessageSegment {
  const segment = parseMessageSegment(pathParameter(request, 'messageItemId'));
  if (segment !== undefined) return segment;
  throw new MailError('message-unknown', { detail: 'The mail folder has no such message.' });
}

function messageGone(): RequestProblems {
  const detail = 'The mail folder was re-created; its messages have new ids.';
  return new RequestProblems([problemOf('message-gone', { detail })]);
}
