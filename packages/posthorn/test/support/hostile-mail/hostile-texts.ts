/** Bodies of text: encodings and charsets that are costly or broken, and messages that are none. */
import { seededRandom } from '../seeded-random.ts';
import {
  base64,
  CRLF,
  entity,
  type HostileMessage,
  hostile,
  multipart,
  raw,
  text,
  times,
} from './hostile-message.ts';

const plain = (name: string, content: () => string, charset = 'utf-8', encoding?: string): HostileMessage =>
  hostile(name, () => ({
    entity: entity(`text/plain; charset=${charset}`, content(), encoding === undefined ? {} : { encoding }),
  }));

const ENCODED_TEXTS: readonly HostileMessage[] = [
  plain('base64-of-noise', () => noise(4_000_000, '!"$%&/()=?*+~#-_.:,;<>|'), 'utf-8', 'base64'),
  plain('base64-one-line', () => 'QUJD'.repeat(1_500_000), 'utf-8', 'base64'),
  plain('base64-padded-within', () => 'QQ=='.repeat(250_000), 'utf-8', 'base64'),
  plain('quoted-soft-breaks-1000000', () => `=${CRLF}`.repeat(1_000_000), 'utf-8', 'quoted-printable'),
  plain('quoted-escapes-1-mb', () => '=C3=A4'.repeat(170_000), 'utf-8', 'quoted-printable'),
  plain('quoted-equals-1-mb', () => '='.repeat(1_000_000), 'utf-8', 'quoted-printable'),
  plain('quoted-spaces', () => times(2_000, () => `${' '.repeat(500)}x${CRLF}`), 'utf-8', 'quoted-printable'),
  plain(
    'uuencode-lines',
    () => `begin 644 a${CRLF}${times(20_000, () => `M${'#'.repeat(60)}${CRLF}`)}`,
    'utf-8',
    'x-uuencode',
  ),
  plain('encoding-unknown', () => 'hello', 'utf-8', 'x-gzip64'),
  plain('one-line-of-5-mb', () => 'x'.repeat(5_000_000)),
  plain('line-ends-3000000', () => '\n'.repeat(3_000_000)),
  plain('carriage-returns-1000000', () => '\r'.repeat(1_000_000)),
  plain('quote-depth-100000', () => `${'>'.repeat(100_000)} deep${CRLF}`),
  plain('link-bait', () => 'http://a.b/?'.repeat(100_000)),
  plain('nulls', () => '\u0000'.repeat(100_000)),
  hostile('flowed-lines', () => ({
    entity: entity(
      'text/plain; charset=utf-8; format=flowed; delsp=yes',
      times(150_000, () => `> a ${CRLF}`),
    ),
  })),
  plain('charset-unknown', () => 'gr\xfc\xdfe', 'x-nobody-knows'),
  plain('charset-of-a-path', () => 'hello', '../../../etc/passwd'),
  plain('charset-utf-7', () => '+ADw-script+AD4-'.repeat(50_000), 'utf-7'),
  plain('charset-utf-16', () => '\xff\xfe<\u0000s\u0000', 'utf-16'),
  plain('charset-utf-32', () => 'a\u0000\u0000\u0000'.repeat(1_000), 'utf-32'),
  plain('charset-iso-2022-jp', () => '\u001b$B\u001b(B'.repeat(200_000), 'iso-2022-jp'),
  plain('charset-hz', () => '~{~}'.repeat(200_000), 'hz-gb-2312'),
  plain('charset-gb18030', () => '\x81\x30'.repeat(300_000), 'gb18030'),
];

const BROKEN_MESSAGES: readonly HostileMessage[] = [
  raw('one-space', () => Buffer.from(' ')),
  raw('line-end-only', () => Buffer.from(CRLF)),
  raw('no-header', () => Buffer.from(`${CRLF}${CRLF}nothing but text`)),
  raw('header-without-end', () => Buffer.from('Subject: header-without-end')),
  raw('no-line-end-anywhere', () => Buffer.from('x'.repeat(100_000))),
  raw('mbox-line-first', () =>
    Buffer.from(`From ann@example.org Tue Jan  2 03:04:05 2024${CRLF}Subject: mbox${CRLF}${CRLF}x`),
  ),
  raw('line-feeds-only', () =>
    Buffer.from('Subject: line feeds\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n'),
  ),
  raw('carriage-returns-only', () => Buffer.from('Subject: carriage returns\rFrom: a@b.example\r\rx')),
  raw('octets-of-noise', () => noiseOctets(200_000, 7)),
  hostile('partial-message', () => ({
    entity: entity('message/partial; id=x; number=2; total=1000000', 'part two'),
  })),
  hostile('external-body', () => ({
    entity: entity(
      'message/external-body; access-type=URL; URL="http://127.0.0.1:9/x"',
      `Content-Type: image/gif${CRLF}${CRLF}`,
    ),
  })),
  ...Array.from({ length: 12 }, (_, index) => changedMessage(index + 1)),
];

export const HOSTILE_TEXTS: readonly HostileMessage[] = [...ENCODED_TEXTS, ...BROKEN_MESSAGES];

/** An ordinary message of several parts, a hundred octets of which were changed by lot. */
function changedMessage(seed: number): HostileMessage {
  return raw(`changed-by-lot-${seed}`, () => {
    const parts = [
      multipart([text('plain'), entity('text/html', '<p>html</p>')], 'alternative', 'inner'),
      entity('image/png; name=a.png', base64('PNG'.repeat(100)), {
        encoding: 'base64',
        disposition: 'attachment',
      }),
    ];
    const octets = hostile(`changed-by-lot-${seed}`, () => ({ entity: multipart(parts) })).build();
    const random = seededRandom(seed);
    for (let change = 0; change < 100; change += 1) {
      octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256);
    }
    return octets;
  });
}

function noise(length: number, alphabet: string): string {
  const random = seededRandom(length);
  const line = () => times(76, () => alphabet[Math.floor(random() * alphabet.length)] ?? '');
  const lines = `${Array.from({ length: 100 }, line).join(CRLF)}${CRLF}`;
  return lines.repeat(Math.ceil(length / lines.length));
}

function noiseOctets(length: number, seed: number): Buffer {
  const random = seededRandom(seed);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}
