/** Looks at a message that is to be stored as it is (RFC 5322 §2, RFC 9051 §4.3). */
import type { ExaminedMessage } from '../../application/ports/message-composer.ts';
import { readExactly } from '../../domain/exact-reading.ts';
import type { OctetSource } from '../../domain/octet-source.ts';
import { parseDateTime } from '../../message/date-time.ts';
import { findColon, parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageId } from '../../message/message-ids.ts';
import { GrowingHeader } from './growing-header.ts';
import { invalidDocument } from './written-text.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const ASCII_END = 0x80;
/** The line before each message of an mbox file. */
const MBOX_LINE = /^From \S/;

/** What the message says of itself. Reads it once, block by block. Throws `invalid-document` where a server would not keep it as it is. */
export async function examineMessage(message: OctetSource): Promise<ExaminedMessage> {
  const lines = new LineCheck();
  const header = new GrowingHeader();
  for await (const block of readExactly(message)) {
    lines.take(block);
    header.take(block);
  }
  lines.finish();
  const { octets } = header;
  refuseOtherBeginning(octets);
  const fields = parseHeaderFields(octets);
  return {
    messageId: parseMessageId(fields.first('message-id') ?? ''),
    date: parseDateTime(fields.first('date') ?? '') ?? null,
    hasEightBitFields: octets.some((octet) => octet >= ASCII_END),
  };
}

/** Refuses NUL, which no literal can hold, and CR and LF outside CRLF, which servers change. */
class LineCheck {
  #position = 0;
  #isBehindCr = false;

  take(block: Uint8Array): void {
    for (const octet of block) {
      if (octet === NUL) throw this.#refuse('is NUL');
      if (this.#isBehindCr !== (octet === LF)) throw this.#refuseLineEnd();
      this.#isBehindCr = octet === CR;
      this.#position += 1;
    }
  }

  finish(): void {
    if (this.#isBehindCr) throw this.#refuseLineEnd();
  }

  #refuseLineEnd(): Error {
    if (!this.#isBehindCr) return this.#refuse('is LF without CR in front; lines must end in CRLF');
    this.#position -= 1;
    return this.#refuse('is CR without LF behind; lines must end in CRLF');
  }

  #refuse(problem: string): Error {
    return invalidDocument(`Octet ${this.#position} of the message, counted from 0, ${problem}.`);
  }
}

function refuseOtherBeginning(header: Uint8Array): void {
  if (findColon(header, 0) !== undefined) return;
  const isMbox = MBOX_LINE.test(Buffer.from(header.subarray(0, 10)).toString('latin1'));
  throw invalidDocument(
    isMbox
      ? 'The first line is that of an mbox file. Send the messages one by one, without these lines.'
      : 'The message does not begin with a header field.',
  );
}
