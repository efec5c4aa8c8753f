/** Messages whose structure is deep, wide or odd: what a mail server tells of them is hard to read. */

const CRLF = '\r\n';

/** A message, and what a reader must see of it. */
export interface OddMessage {
  readonly subject: string;
  readonly raw: Buffer;
  /** What its text contains; null where nobody has to find it, because it lies deeper than any reader goes. */
  readonly text: string | null;
  /** Names of its files. */
  readonly files: readonly string[];
}

/** All of them, from the usual to the absurd. */
export function oddMessages(): readonly OddMessage[] {
  return [
    ...[1, 7, 11, 26, 60].map(forwards),
    ...[7, 30].map(signedForwards),
    ...[22, 60, 99].map((depth) => nestedMultiparts(depth, `text below ${depth} levels`)),
    ...[300, 1_000, 10_000].map((depth) => nestedMultiparts(depth, null)),
    ...[200, 5_000].map(nestedMessages),
    manyParts(2_000),
    ...['odd;;boundary', 'odd boundary '].map(quotedBoundary),
    extendedBoundary(),
    longRecipients(),
  ];
}

/** Forwards as attachments, each in the next. */
function forwards(levels: number): OddMessage {
  const subject = `${levels} forwards`;
  let inner = message(`innermost of ${subject}`, textPart('the first of all'));
  for (let level = 1; level < levels; level += 1)
    inner = message(`forward ${level}`, forwarding(inner, level));
  const raw = message(subject, forwarding(inner, levels));
  return { subject, raw: Buffer.from(raw), text: `see below ${levels}`, files: ['forwarded.eml'] };
}

/** The same, each signed: three levels of parentheses more for every one. */
function signedForwards(levels: number): OddMessage {
  const subject = `${levels} signed forwards`;
  let inner = message(`innermost of ${subject}`, textPart('the first of all'));
  for (let level = 1; level <= levels; level += 1) {
    const signature = part('application/pgp-signature; name=signature.asc', 'not a signature');
    const signed = multipart('signed', `s${level}`, [forwarding(inner, level), signature]);
    inner = message(level === levels ? subject : `forward ${level}`, signed);
  }
  const files = ['forwarded.eml', 'signature.asc'];
  return { subject, raw: Buffer.from(inner), text: `see below ${levels}`, files };
}

/** Multiparts in multiparts, with a text in the innermost. */
function nestedMultiparts(levels: number, text: string | null): OddMessage {
  const subject = `${levels} multiparts`;
  const open = Array.from({ length: levels }, (_, level) => {
    const boundary = `m${level}`;
    return `Content-Type: multipart/mixed; boundary=${boundary}${CRLF}${CRLF}--${boundary}${CRLF}`;
  });
  const close = Array.from({ length: levels }, (_, level) => `--m${levels - 1 - level}--${CRLF}`);
  const body = `${open.join('')}${textPart(text ?? 'out of reach')}${CRLF}${close.join('')}`;
  return { subject, raw: Buffer.from(message(subject, body)), text, files: [] };
}

/** Messages in messages, without any multipart. */
function nestedMessages(levels: number): OddMessage {
  const subject = `${levels} messages`;
  const inner = Array.from(
    { length: levels },
    (_, level) => `Content-Type: message/rfc822${CRLF}${CRLF}Subject: level ${level}${CRLF}`,
  );
  const raw = message(subject, `${inner.join('')}${textPart('the innermost')}`);
  return { subject, raw: Buffer.from(raw), text: null, files: [] };
}

/** One multipart with a text and then many small files. */
function manyParts(count: number): OddMessage {
  const subject = `${count} parts`;
  const files = Array.from({ length: count }, (_, index) => part('image/gif', `GIF ${index}`));
  const raw = message(subject, multipart('mixed', 'wide', [textPart('with many files'), ...files]));
  return { subject, raw: Buffer.from(raw), text: 'with many files', files: [] };
}

/** Boundaries that are legal in quotes, and that servers read wrongly. */
function quotedBoundary(boundary: string): OddMessage {
  return withBoundary(`boundary "${boundary}"`, boundary.trimEnd(), `boundary="${boundary}"`);
}

/** A boundary in the form of RFC 2231, which few readers expect. */
function extendedBoundary(): OddMessage {
  return withBoundary('extended boundary', 'odd-one', `boundary*0*=us-ascii''odd;${CRLF} boundary*1=-one`);
}

function withBoundary(subject: string, boundary: string, parameter: string): OddMessage {
  const file = part('text/csv; name=data.csv', 'a,b', 'attachment; filename=data.csv');
  const parts = [textPart(`text of ${subject}`), file].map((each) => `--${boundary}${CRLF}${each}${CRLF}`);
  const body = `Content-Type: multipart/mixed; ${parameter}${CRLF}${CRLF}${parts.join('')}--${boundary}--${CRLF}`;
  return {
    subject,
    raw: Buffer.from(message(subject, body)),
    text: `text of ${subject}`,
    files: ['data.csv'],
  };
}

/** A To of 200 KB before all other fields. */
function longRecipients(): OddMessage {
  const subject = 'long recipients';
  const recipients = Array.from({ length: 6_000 }, (_, index) => `recipient-${index}@lists.example.org`);
  const to = `To: ${recipients.join(`,${CRLF} `)}${CRLF}`;
  const raw = `${to}${message(subject, textPart('to many'))}`;
  return { subject, raw: Buffer.from(raw), text: 'to many', files: [] };
}

function message(subject: string, entity: string): string {
  const fields = [
    'From: Ann <ann@example.org>',
    `Subject: ${subject}`,
    'Date: Tue, 2 Jan 2024 03:04:05 +0000',
    `Message-ID: <${subject.replaceAll(/[^a-z0-9]/g, '-')}@example.org>`,
    'MIME-Version: 1.0',
  ];
  return `${fields.join(CRLF)}${CRLF}${entity}`;
}

function forwarding(inner: string, level: number): string {
  const attached = part('message/rfc822; name=forwarded.eml', inner, 'attachment; filename=forwarded.eml');
  return multipart('mixed', `f${level}`, [textPart(`see below ${level}`), attached]);
}

function multipart(subtype: string, boundary: string, parts: readonly string[]): string {
  const children = parts.map((child) => `--${boundary}${CRLF}${child}${CRLF}`);
  const head = `Content-Type: multipart/${subtype}; boundary=${boundary}${CRLF}${CRLF}`;
  return `${head}${children.join('')}--${boundary}--${CRLF}`;
}

function textPart(text: string): string {
  return part('text/plain; charset=utf-8', text);
}

function part(contentType: string, content: string, disposition?: string): string {
  const lines = [
    `Content-Type: ${contentType}`,
    ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
  ];
  return `${lines.join(CRLF)}${CRLF}${CRLF}${content}`;
}
