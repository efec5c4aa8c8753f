/** Raw RFC 5322 messages for tests; everything has a default, so a test states only what matters to it. */
import { createHash } from 'node:crypto';
import {
  encodeParameter,
  encodeTransfer,
  encodeUnstructured,
  type ParameterStyle,
  type TransferEncoding,
} from './mime-encoding.ts';

/** A mailbox of an address field. */
export interface SampleAddress {
  readonly address: string;
  readonly name?: string;
}

/** One attached file. */
export interface SampleAttachment {
  /** Default `file.bin`; null leaves the name out. */
  readonly filename?: string | null;
  /** How a name outside ASCII is written; default `rfc2231`. */
  readonly filenameStyle?: ParameterStyle;
  /** Default `application/octet-stream`. */
  readonly contentType?: string;
  /** A text is UTF-8. Default `content`. */
  readonly content?: string | Buffer;
  /** Default `attachment`; null leaves the field out. */
  readonly disposition?: 'attachment' | 'inline' | null;
  /** Without angle brackets. A part that has one and is inline becomes related to the HTML. */
  readonly contentId?: string;
  /** Default `base64`. */
  readonly encoding?: TransferEncoding;
}

/** What a message says. Absent fields get the default, null leaves the header field out. */
export interface MessageSample {
  readonly subject?: string | null;
  readonly from?: SampleAddress | string | null;
  readonly to?: readonly (SampleAddress | string)[] | null;
  readonly cc?: readonly (SampleAddress | string)[];
  readonly bcc?: readonly (SampleAddress | string)[];
  readonly replyTo?: readonly (SampleAddress | string)[];
  /** A text is written as it is, right or wrong. Default 2024-01-02 03:04:05 +0000. */
  readonly date?: Date | string | null;
  /** With angle brackets. Default: derived from everything else. */
  readonly messageId?: string | null;
  /** A buffer is written as it is, in whatever charset. Default `Hello`, unless there is HTML. */
  readonly text?: string | Buffer;
  readonly html?: string | Buffer;
  /** Names the charset of the texts; strings are converted for utf-8, iso-8859-1 and us-ascii. Default utf-8. */
  readonly charset?: string;
  /** Of the texts; default `8bit`. */
  readonly encoding?: TransferEncoding;
  /** format=flowed (RFC 3676): the text has to carry its soft line breaks already. */
  readonly isFlowed?: boolean;
  readonly attachments?: readonly SampleAttachment[];
  /** Further header fields, verbatim, in front of the others. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

interface Part {
  readonly fields: readonly string[];
  readonly content: Buffer;
}

const DEFAULT_DATE = new Date('2024-01-02T03:04:05Z');
const LINE_END = '\r\n';

/**
 * The octets of a message. The structure follows from the content: text beside HTML is
 * multipart/alternative, inline parts with an id are related to the HTML, the rest is mixed.
 * Equal samples give equal octets.
 */
export function buildMessage(sample: MessageSample = {}): Buffer {
  const body = toBody(sample);
  const head = toHead(sample);
  const isIdWanted = sample.messageId !== null;
  const messageId = sample.messageId ?? `<${digest([...head, body.content])}@example.org>`;
  const fields = [...head, ...(isIdWanted ? [`Message-ID: ${messageId}`] : []), 'MIME-Version: 1.0'];
  return toOctets({ fields: [...fields, ...body.fields], content: body.content });
}

function toHead(sample: MessageSample): readonly string[] {
  const {
    subject = 'Hello',
    from = { name: 'Ann', address: 'ann@example.com' },
    to = [{ name: 'Alice', address: 'alice@example.org' }],
    date = DEFAULT_DATE,
  } = sample;
  const fields: readonly (readonly [string, string | null | undefined])[] = [
    ...(sample.headers ?? []),
    ['Date', date instanceof Date ? toDateField(date) : date],
    ['From', from === null ? null : toAddressList([from])],
    ['To', to === null ? null : toAddressList(to)],
    ['Cc', sample.cc && toAddressList(sample.cc)],
    ['Bcc', sample.bcc && toAddressList(sample.bcc)],
    ['Reply-To', sample.replyTo && toAddressList(sample.replyTo)],
    ['Subject', subject === null ? null : encodeUnstructured(subject)],
  ];
  return fields.flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`]));
}

/** RFC 5322 §3.3, always in UTC. */
function toDateField(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

function toAddressList(addresses: readonly (SampleAddress | string)[]): string {
  return addresses.map(toAddress).join(', ');
}

function toAddress(address: SampleAddress | string): string {
  if (typeof address === 'string') return address;
  if (address.name === undefined || address.name === '') return address.address;
  const isPlain = /^[A-Za-z0-9 ]*$/.test(address.name);
  const isAscii = /^[\u0020-\u007e]*$/.test(address.name);
  const quoted = isPlain ? address.name : `"${address.name.replace(/["\\]/g, '\\$&')}"`;
  return `${isAscii ? quoted : encodeUnstructured(address.name)} <${address.address}>`;
}

function toBody(sample: MessageSample): Part {
  const attachments = sample.attachments ?? [];
  const related = sample.html === undefined ? [] : attachments.filter(isRelated);
  const mixed = attachments.filter((attachment) => !related.includes(attachment));
  return wrap('mixed', toTexts(sample, related), mixed);
}

function isRelated(attachment: SampleAttachment): boolean {
  return attachment.contentId !== undefined && attachment.disposition === 'inline';
}

function toTexts(sample: MessageSample, related: readonly SampleAttachment[]): Part {
  const { text, html } = sample;
  const plainPart = toTextPart(sample, 'plain', text ?? 'Hello');
  if (html === undefined) return plainPart;
  const htmlPart = wrap('related', toTextPart(sample, 'html', html), related);
  return text === undefined ? htmlPart : buildMultipart('alternative', [plainPart, htmlPart].map(toOctets));
}

function wrap(subtype: string, first: Part, attachments: readonly SampleAttachment[]): Part {
  if (attachments.length === 0) return first;
  return buildMultipart(subtype, [first, ...attachments.map(toAttachmentPart)].map(toOctets));
}

function buildMultipart(subtype: string, parts: readonly Buffer[]): Part {
  const boundary = `=_${subtype}_${digest(parts)}`;
  const sections = parts.flatMap((part) => [`--${boundary}${LINE_END}`, part, LINE_END]);
  return {
    fields: [`Content-Type: multipart/${subtype}; boundary="${boundary}"`],
    content: concat([...sections, `--${boundary}--${LINE_END}`]),
  };
}

function toTextPart(sample: MessageSample, subtype: 'plain' | 'html', text: string | Buffer): Part {
  const { charset = 'utf-8', encoding = '8bit', isFlowed = false } = sample;
  const flowed = isFlowed && subtype === 'plain' ? '; format=flowed' : '';
  return {
    fields: [
      `Content-Type: text/${subtype}; charset=${charset}${flowed}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ],
    content: encodeTransfer(toCharset(text, charset), encoding),
  };
}

function toCharset(text: string | Buffer, charset: string): Buffer {
  if (typeof text !== 'string') return text;
  return Buffer.from(text, /^(iso-8859-1|us-ascii)$/i.test(charset) ? 'latin1' : 'utf8');
}

function toAttachmentPart(attachment: SampleAttachment): Part {
  const {
    filename = 'file.bin',
    filenameStyle = 'rfc2231',
    contentType = 'application/octet-stream',
    content = 'content',
    disposition = 'attachment',
    contentId,
    encoding = 'base64',
  } = attachment;
  const parameter = filename === null ? '' : encodeParameter('filename', filename, filenameStyle);
  return {
    fields: [
      `Content-Type: ${contentType}`,
      `Content-Transfer-Encoding: ${encoding}`,
      ...(disposition === null ? [] : [`Content-Disposition: ${disposition}${parameter}`]),
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    ],
    content: encodeTransfer(Buffer.from(content), encoding),
  };
}

function toOctets(part: Part): Buffer {
  return concat([part.fields.map((field) => field + LINE_END).join(''), LINE_END, part.content]);
}

function concat(pieces: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

function digest(pieces: readonly (string | Buffer)[]): string {
  return createHash('sha256').update(concat(pieces)).digest('hex').slice(0, 16);
}
