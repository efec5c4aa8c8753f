import type { ExaminedMessage } from '../../application/ports/mail/message-composer.ts';
import { readExactly } from '../../domain/values/exact-reading.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import { parseDateTime } from '../../message/headers/date-time.ts';
import { findColon, parseHeaderFields } from '../../message/headers/header-fields.ts';
import { parseMessageId } from '../../message/headers/message-ids.ts';
import { GrowingHeader } from './growing-header.ts';
import { invalidDocument } from './written-text.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const ASCII_END = 0x80;
const MBOX_LINE = /^From \S/;

/**
 * Examines a message for storage (RFC 5322 §2, RFC 9051 §4.3), reading once. Throws `invalid-document` if
 * servers would change it.
 */
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

/** Servers change CR or LF outside CRLF; literals have no NUL. */
class LineCheck {
  #position = 0;
  #isBehindCr = false;

  take(block: Uint8Array): void {
    let isBehindCr = this.#isBehindCr;
    for (let index = 0; index < block.length; index++) {
      const octet = block[index];
      if (octet === NUL) throw refusedOctet(this.#position + index, 'is NUL');
      if (isBehindCr !== (octet === LF)) throw refusedLineEnd(this.#position + index, isBehindCr);
      isBehindCr = octet === CR;
    }
    this.#isBehindCr = isBehindCr;
    this.#position += block.length;
  }

  finish(): void {
    if (this.#isBehindCr) throw refusedLineEnd(this.#position, true);
  }
}

function refusedLineEnd(position: number, isBehindCr: boolean): Error {
  return isBehindCr
    ? refusedOctet(position - 1, 'is CR without LF behind; lines must end in CRLF')
    : refusedOctet(position, 'is LF without CR in front; lines must end in CRLF');
}

function refusedOctet(position: number, problem: string): Error {
  return invalidDocument(`Octet ${position} of the message, counted from 0, ${problem}.`);
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
