import type { NewMessage } from '../../mailbox/mailbox.ts';
import { encodeBinaryParts } from '../../message/binary-parts.ts';
import { MessageContent } from '../../message/message-content.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { parseDateTime } from '../wire/date-time.ts';
import { refuse, reject } from '../wire/refusal.ts';
import { checkFlags } from './store.ts';

const FIRST_EIGHT_BIT = 0x80;

/** RFC 3501 §9, RFC 3516, RFC 6855. Throws NO. */
export function readAppendMessage(session: Session, args: ArgumentReader): NewMessage {
  args.space();
  const flags = readFlags(args);
  const internalDate = readInternalDate(args) ?? session.server.clock();
  const raw = readContent(session, args);
  const content = new MessageContent(session.server.quirks.store?.(raw) ?? raw);
  if (content.raw.length > (session.server.appendLimit ?? Number.POSITIVE_INFINITY)) {
    throw refuse('The message is too large', 'TOOBIG');
  }
  if (session.has('UTF8=ACCEPT') && !session.usesUtf8 && hasEightBitHeader(content)) {
    throw refuse('A header with 8-bit characters needs ENABLE UTF8=ACCEPT');
  }
  return { content, flags, internalDate };
}

function hasEightBitHeader({ header }: MessageContent): boolean {
  return header.raw.subarray(header.start, header.end).some((octet) => octet >= FIRST_EIGHT_BIT);
}

function readFlags(args: ArgumentReader): readonly string[] {
  if (!args.isNext('(')) return [];
  const flags = args.list(() => args.flag());
  args.space();
  return checkFlags(flags);
}

function readInternalDate(args: ArgumentReader): Date | undefined {
  if (!args.isNext('"')) return undefined;
  const date = parseDateTime(args.string());
  args.space();
  return date;
}

function readContent(session: Session, args: ArgumentReader): Buffer {
  if (session.isUtf8Enabled && args.tryTake('UTF8 (')) {
    const bytes = args.literal8();
    args.take(')');
    return encodeBinaryParts(bytes);
  }
  if (!args.isNext('~')) return args.literal();
  if (!session.has('BINARY')) throw reject('Expected a literal');
  return encodeBinaryParts(args.literal8());
}
