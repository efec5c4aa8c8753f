/** What a server sends for a window of a mailbox: 50 different messages. */
import { Random } from '../fuzz/random.ts';

const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  '=?utf-8?Q?J=C3=BCrgen_M=C3=BCller?=',
  'Support',
  'Build server',
  'Chen, Wei',
] as const;
const HOSTS = ['example.com', 'mail.example.org', 'lists.example.net', 'cac.washington.edu'] as const;
const SUBJECTS = [
  'Re: Minutes of the meeting',
  '=?utf-8?B?QW5nZWJvdCBmw7xyIFdhcnR1bmdzYXJiZWl0ZW4=?=',
  'Your invoice 2024-0815 is ready',
  '[build] main is green again after 3 failures',
  'Fwd: Fwd: Question about the "second" draft',
] as const;
const FILES = ['invoice.pdf', 'photo 1.jpg', 'minutes.docx', '=?utf-8?Q?=C3=9Cbersicht.xlsx?='] as const;

type MessageKind = 'plain' | 'alternative' | 'related' | 'mixed' | 'report' | 'forwarded';

/** The kinds of the messages; one that stands there twice is met twice as often. */
export type WindowMix = readonly [MessageKind, ...MessageKind[]];

/** Every other message has files, reports or other messages in it. */
export const HEAVY_MIX: WindowMix = [
  ...(['plain', 'plain', 'plain', 'alternative', 'alternative'] as const),
  ...(['related', 'mixed', 'mixed', 'report', 'forwarded'] as const),
];
/** Three of four messages are a text or an alternative. */
export const USUAL_MIX: WindowMix = [
  ...(['plain', 'plain', 'plain', 'plain', 'alternative', 'alternative', 'alternative'] as const),
  ...(['plain', 'alternative', 'alternative'] as const),
  ...HEAVY_MIX,
];

/** FETCH responses with ENVELOPE, BODYSTRUCTURE, FLAGS, INTERNALDATE and the References of each message. */
export function windowOctets(messages: number, mix: WindowMix, seed = 1): Buffer {
  const random = new Random(seed);
  const responses = Array.from({ length: messages }, (_, index) => fetchResponse(index + 1, mix, random));
  return Buffer.from(responses.join(''), 'latin1');
}

function fetchResponse(sequenceNumber: number, mix: WindowMix, random: Random): string {
  const items = [
    `UID ${100_000 + 3 * sequenceNumber}`,
    `FLAGS (${random.pick(['', '\\Seen', '\\Seen \\Answered', '\\Seen $Forwarded', '\\Flagged \\Seen NonJunk'])})`,
    `INTERNALDATE "${1 + random.below(28)}-Jul-2024 02:44:25 +0200"`,
    `RFC822.SIZE ${random.below(2_000_000)}`,
    `ENVELOPE ${envelope(random)}`,
    `BODYSTRUCTURE ${message(mix, random)}`,
    `BODY[HEADER.FIELDS (REFERENCES)] ${references(random)}`,
  ];
  return `* ${sequenceNumber} FETCH (${items.join(' ')})\r\n`;
}

function envelope(random: Random): string {
  const from = addresses(1, random);
  const cc = random.oneIn(3) ? addresses(1 + random.below(12), random) : 'NIL';
  const inReplyTo = random.oneIn(2) ? `"${messageId(random)}"` : 'NIL';
  const to = addresses(1 + random.below(3), random);
  return `("Wed, 17 Jul 2024 02:23:25 +0200" ${subject(random)} ${from} ${from} ${from} ${to} ${cc} NIL ${inReplyTo} "${messageId(random)}")`;
}

function subject(random: Random): string {
  const text = random.pick(SUBJECTS);
  if (random.oneIn(10)) return `{${text.length}}\r\n${text}`;
  return `"${text.replaceAll('"', '\\"')} ${random.below(1000)}"`;
}

function addresses(count: number, random: Random): string {
  const list = Array.from({ length: count }, () => {
    const name = random.oneIn(5) ? 'NIL' : `"${random.pick(NAMES)}"`;
    return `(${name} NIL "user${random.below(500)}" "${random.pick(HOSTS)}")`;
  });
  return `(${list.join('')})`;
}

function messageId(random: Random): string {
  return `<${random.next().toString(16)}.${random.next().toString(36)}@${random.pick(HOSTS)}>`;
}

/** A header with the fold of each line, as a literal. */
function references(random: Random): string {
  const ids = Array.from({ length: random.below(9) }, () => messageId(random));
  const header = ids.length === 0 ? '\r\n' : `References: ${ids.join('\r\n ')}\r\n\r\n`;
  return `{${header.length}}\r\n${header}`;
}

function message(mix: WindowMix, random: Random, depth = 0): string {
  const file = () => attachment(random);
  const forwarded = () => forwardedMessage(mix, random, depth);
  switch (depth > 2 ? 'plain' : random.pick(mix)) {
    case 'plain':
      return text('plain', random);
    case 'alternative':
      return alternative(random);
    case 'related':
      return multipart('related', [alternative(random), file(), file()], random);
    case 'mixed':
      return multipart('mixed', [message(mix, random, depth + 1), ...attachments(random)], random);
    case 'report':
      return multipart('report', [text('plain', random), file(), forwarded()], random);
    case 'forwarded':
      return multipart('mixed', [text('plain', random), forwarded()], random);
  }
}

function text(subtype: string, random: Random): string {
  const encoding = random.pick(['7bit', 'quoted-printable', 'base64']);
  return `("text" "${subtype}" ("charset" "utf-8" "format" "flowed") NIL NIL "${encoding}" ${random.below(90_000)} ${random.below(2000)} NIL NIL NIL NIL)`;
}

function alternative(random: Random): string {
  return multipart('alternative', [text('plain', random), text('html', random)], random);
}

function attachment(random: Random): string {
  const name = random.pick(FILES);
  const type = random.pick(['"application" "pdf"', '"image" "jpeg"', '"application" "octet-stream"']);
  const octets = random.below(3_000_000);
  return `(${type} ("name" "${name}") "${messageId(random)}" NIL "base64" ${octets} NIL ("attachment" ("filename" "${name}" "size" "${octets}")) NIL NIL)`;
}

function attachments(random: Random): readonly string[] {
  return Array.from({ length: 1 + random.below(4) }, () => attachment(random));
}

function forwardedMessage(mix: WindowMix, random: Random, depth: number): string {
  const octets = random.below(500_000);
  return `("message" "rfc822" NIL NIL NIL "7bit" ${octets} ${envelope(random)} ${message(mix, random, depth + 1)} ${random.below(9000)} NIL ("attachment" ("filename" "forwarded.eml")) NIL NIL)`;
}

function multipart(subtype: string, children: readonly string[], random: Random): string {
  return `(${children.join('')} "${subtype}" ("boundary" "=-${random.next().toString(36)}") NIL NIL NIL)`;
}
