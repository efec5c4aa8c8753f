/** The message that a path names. */
import type { FastifyRequest } from 'fastify';
import type { MailFolders } from '../../application/mail-folders.ts';
import type { IdentifiedMessage } from '../../application/message-location.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxCounts } from '../../domain/mailbox.ts';
import { parseUid, type Uid } from '../../domain/uid.ts';
import { accountOf } from '../authentication.ts';
import { mailboxOf, pathParameter } from '../path-parameters.ts';
import { problemOf, RequestProblems } from '../problem.ts';
import type { Exchange } from './exchange.ts';

/** A message's place, with the state of its mailbox. */
export interface LocatedMessage {
  readonly message: IdentifiedMessage;
  readonly counts: MailboxCounts;
}

interface MessageSegment {
  /** Null when the path does not name it. */
  readonly uidValidity: number | null;
  readonly uid: Uid;
}

/** `385759045.4356`, or the uid alone. A uidValidity is a 32-bit number (RFC 9051 §2.3.1.1). */
const SEGMENT = /^(?:([1-9][0-9]{0,9})\.)?([0-9]{1,10})$/;

/**
 * The place of the message; whether it is there is for the mail store to say. Throws `message-unknown` for a
 * segment that names no message, RequestProblems (410) when the mailbox was made anew, so that its uids mean other
 * messages, and what `MailFolders.count` throws.
 */
export async function locateMessage(
  { request, signal }: Pick<Exchange, 'request' | 'signal'>,
  { mailFolders }: { readonly mailFolders: MailFolders },
): Promise<LocatedMessage> {
  const location = { account: accountOf(request), mailbox: mailboxOf(request) };
  const { uidValidity, uid } = messageSegmentOf(request);
  const counts = await mailFolders.count(location, signal);
  if (uidValidity !== null && uidValidity !== counts.uidValidity) throw messageGone();
  return { message: { ...location, uid, uidValidity: counts.uidValidity }, counts };
}

function messageSegmentOf(request: FastifyRequest): MessageSegment {
  const [, validity, uidText = ''] = SEGMENT.exec(pathParameter(request, 'messageItemId')) ?? [];
  const uid = parseUid(uidText);
  if (uid === undefined) {
    throw new MailError('message-unknown', { detail: 'The mail folder has no such message.' });
  }
  return { uidValidity: validity === undefined ? null : Number(validity), uid };
}

function messageGone(): RequestProblems {
  const detail = 'The mail folder was made anew; its messages have other ids now.';
  return new RequestProblems([problemOf('message-gone', { detail })]);
}
