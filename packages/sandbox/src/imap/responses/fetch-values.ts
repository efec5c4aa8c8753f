import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { previewText } from '../../message/preview.ts';
import { threadNumber } from '../../message/thread-id.ts';
import { toOctets } from '../../octet-text.ts';
import type { AnswerQuirks } from '../session/answer-quirks.ts';
import type { FetchItem, PlainFetchItem } from '../session/fetch-item.ts';
import { formatDateTime } from '../wire/date-time.ts';
import { type WirePiece, wireString } from '../wire/wire-text.ts';
import { formatBodyStructure } from './body-structure.ts';
import { formatEnvelope } from './envelope.ts';
import { sectionPieces } from './fetch-section.ts';
import { formatFlags } from './flag-lines.ts';

/** A message and requested items. */
export interface FetchRequest {
  readonly view: MailboxView;
  readonly message: StoredMessage;
  readonly items: readonly FetchItem[];
  /** Replaces the right uid. */
  readonly uid?: number | undefined;
  readonly quirks: AnswerQuirks;
}

/** Numbers of up to 64 bits. */
function gmailId(id: string): string {
  return BigInt(`0x${id.slice(1, 16)}`).toString();
}

/** RFC 3501 §7.4.2. Throws NO for an undecodable part. */
export function fetchValues(request: FetchRequest): readonly (readonly WirePiece[])[] {
  const honest = request.items.map((item) =>
    typeof item === 'string' ? [plainItem(item, request)] : sectionPieces(request.message, item),
  );
  return request.quirks.tellItems?.(honest) ?? honest;
}

function plainItem(item: PlainFetchItem, { view, message, uid, quirks }: FetchRequest): string {
  const { describePart, tellSize } = quirks;
  const { content } = message;
  switch (item) {
    case 'BODY':
    case 'BODYSTRUCTURE':
      return `${item} ${formatBodyStructure(content.root, { form: item, describePart })}`;
    case 'EMAILID':
      return `EMAILID (${content.id})`;
    case 'ENVELOPE':
      return `ENVELOPE ${formatEnvelope(content.header)}`;
    case 'FLAGS':
      return formatFlags(view, message);
    case 'INTERNALDATE':
      return `INTERNALDATE "${formatDateTime(message.internalDate)}"`;
    case 'MODSEQ':
      return `MODSEQ (${message.modSeq})`;
    case 'PREVIEW':
      return `PREVIEW ${wireString(toOctets(previewText(content.root)))}`;
    case 'RFC822.SIZE':
      return `RFC822.SIZE ${tellSize?.(content.raw.length) ?? content.raw.length}`;
    case 'THREADID':
      return `THREADID (T${threadNumber(content.header)})`;
    case 'UID':
      return `UID ${uid ?? message.uid}`;
    case 'X-GM-MSGID':
      return `X-GM-MSGID ${gmailId(content.id)}`;
    case 'X-GM-THRID':
      return `X-GM-THRID ${threadNumber(content.header)}`;
  }
}
