/** Structures: deep, wide, or read differently by each program. */
import {
  base64,
  CRLF,
  entity,
  type HostileMessage,
  hostile,
  multipart,
  text,
  times,
} from './hostile-message.ts';

export const HOSTILE_STRUCTURES: readonly HostileMessage[] = [
  ...[50, 101, 257, 1_000, 10_000].map(nestedMultiparts),
  ...[11, 200, 5_000].map(nestedMessages),
  ...[1_000, 10_001, 100_000, 200_000, 440_000].map(emptyParts),
  hostile('parts-with-long-headers', () => ({
    entity: wide(times(2_000, () => `--b${CRLF}X-Long: ${'x'.repeat(500)}${CRLF}${CRLF}x${CRLF}`)),
  })),
  hostile('parts-with-many-fields', () => ({
    entity: wide(
      times(50, () => `--b${CRLF}${times(2_000, (index) => `X-${index}: y${CRLF}`)}${CRLF}x${CRLF}`),
    ),
  })),
  hostile('parts-with-parameters', () => ({
    entity: multipart(
      Array.from({ length: 300 }, () =>
        entity(`image/gif${times(300, (index) => `; p${index}=${index}`)}`, 'x'),
      ),
    ),
  })),
  hostile('parts-of-headers-only', () => ({
    entity: wide(times(20_000, () => `--b${CRLF}Content-Type: text/plain${CRLF}`)),
  })),
  hostile('texts-10000', () => ({
    entity: wide(times(10_000, (index) => `--b${CRLF}${CRLF}text ${index}${CRLF}`)),
  })),
  hostile('alternatives-5000', () => ({
    entity: multipart(
      Array.from({ length: 5_000 }, (_, index) => entity('text/html', `<p>${index}`)),
      'alternative',
    ),
  })),
  hostile('related-cid-5000', () => ({
    entity: multipart(
      [
        entity(
          'text/html',
          times(5_000, (index) => `<img src="cid:${index}@x">`),
        ),
        ...Array.from({ length: 5_000 }, (_, index) => entity('image/gif', 'GIF89a', { id: `${index}@x` })),
      ],
      'related',
    ),
  })),
  hostile('digest-2000', () => ({
    entity: multipart(
      Array.from({ length: 2_000 }, (_, index) => `${CRLF}Subject: ${index}${CRLF}${CRLF}x`),
      'digest',
    ),
  })),
  hostile('messages-and-multiparts-200', () => ({
    entity: `${times(200, (index) => {
      const head = `Content-Type: multipart/mixed; boundary=m${index}${CRLF}${CRLF}--m${index}${CRLF}`;
      return `${head}Content-Type: message/rfc822${CRLF}${CRLF}Subject: level ${index}${CRLF}`;
    })}${text('the innermost')}`,
  })),
  hostile('boundary-of-1-mb', () => {
    const boundary = 'b'.repeat(1_000_000);
    const type = `multipart/mixed; boundary="${boundary}"`;
    return { entity: entity(type, `--${boundary}${CRLF}${text('inside')}${CRLF}--${boundary}--${CRLF}`) };
  }),
  hostile('boundary-of-200', () => ({ entity: multipart([text('a'), text('b')], 'mixed', 'b'.repeat(200)) })),
  hostile('boundary-is-prefix', () => ({
    entity: multipart([multipart([text('inner')], 'mixed', 'bb'), text('outer')], 'mixed', 'b'),
  })),
  hostile('boundary-used-again', () => ({
    entity: multipart([multipart([text('inner')], 'mixed', 'b'), text('outer')], 'mixed', 'b'),
  })),
  hostile('boundary-without-end', () => ({
    entity: wide(`--b${CRLF}${text('open')}`).replace(/--b--\r\n$/, ''),
  })),
  hostile('boundary-missing', () => ({ entity: entity('multipart/mixed', `--b${CRLF}${text('inside')}`) })),
  hostile('boundary-empty', () => ({
    entity: entity(
      'multipart/mixed; boundary=""',
      times(10_000, () => `--${CRLF}${CRLF}x${CRLF}`),
    ),
  })),
  hostile('boundary-almost-1000000', () => ({
    entity: entity(
      'multipart/mixed; boundary=bound',
      times(300_000, () => `--boun${CRLF}`),
    ),
  })),
  hostile('boundary-nested-and-alike', () => ({ entity: alikeBoundaries() })),
  hostile('boundary-closed-often', () => ({ entity: wide(times(200_000, () => `--b--${CRLF}`)) })),
  hostile('multipart-in-base64', () => ({
    entity: entity('multipart/mixed; boundary=b', base64(wide(`--b${CRLF}${text('hidden')}`)), {
      encoding: 'base64',
    }),
  })),
  hostile('multipart-without-parts', () => ({ entity: entity('multipart/mixed; boundary=b', 'nothing') })),
  hostile('preamble-of-3-mb', () => ({
    entity: entity(
      'multipart/mixed; boundary=b',
      `${times(40_000, () => `${'p'.repeat(70)}${CRLF}`)}--b${CRLF}${text('x')}`,
    ),
  })),
];

function nestedMultiparts(levels: number): HostileMessage {
  return hostile(`nested-multiparts-${levels}`, () => {
    const open = times(levels, (index) => {
      return `Content-Type: multipart/mixed; boundary=m${index}${CRLF}${CRLF}--m${index}${CRLF}`;
    });
    const close = times(levels, (index) => `--m${levels - 1 - index}--${CRLF}`);
    return { entity: `${open}${text('the innermost')}${CRLF}${close}` };
  });
}

function nestedMessages(levels: number): HostileMessage {
  return hostile(`nested-messages-${levels}`, () => ({
    entity: `${times(levels, (index) => `Content-Type: message/rfc822${CRLF}${CRLF}Subject: level ${index}${CRLF}`)}${text('x')}`,
  }));
}

function emptyParts(count: number): HostileMessage {
  return hostile(`empty-parts-${count}`, () => ({ entity: wide(times(count, () => `--b${CRLF}${CRLF}`)) }));
}

/** Fifty open multiparts whose boundaries differ in their last character only, and many lines that are almost theirs. */
function alikeBoundaries(): string {
  const stem = 'x'.repeat(60);
  const open = times(50, (index) => {
    const boundary = `${stem}${index}`;
    return `Content-Type: multipart/mixed; boundary=${boundary}${CRLF}${CRLF}--${boundary}${CRLF}`;
  });
  return `${open}${text(times(20_000, () => `--${stem}${CRLF}`))}`;
}

function wide(content: string): string {
  return `Content-Type: multipart/mixed; boundary=b${CRLF}${CRLF}${content}--b--${CRLF}`;
}
