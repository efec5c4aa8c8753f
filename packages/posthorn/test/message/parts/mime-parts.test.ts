import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MimeBound, type MimeLimits, readMimeParts } from '../../../src/message/parts/mime-parts.ts';
import { cpuMs } from '../../support/cpu-time.ts';

const LIMITS: MimeLimits = { maxDepth: 500, maxParts: 10_000 };

/** Lines that end in CRLF. */
function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}

/** Path, media type and content of each part without children, and what bounds were met. */
function read(message: string, limits: Partial<MimeLimits> = {}): readonly string[] {
  const octets = Buffer.from(message, 'latin1');
  const { parts, metBounds } = readMimeParts(octets, { limits: { ...LIMITS, ...limits } });
  const leaves = parts.filter(
    ({ children, message: enclosed }) => children.length === 0 && enclosed === null,
  );
  return [
    ...leaves.map(
      ({ path, mediaType, contentStart, end }) =>
        `${path} ${mediaType} ${JSON.stringify(octets.toString('latin1', contentStart, end))}`,
    ),
    ...metBounds,
  ];
}

/** A multipart with the boundary `b` of these two texts, whose Content-Type field is written as given. */
function twoTexts(contentType: string): string {
  return lines(contentType, '', '--b', '', 'one', '--b', '', 'two', '--b--');
}

const TWO_TEXTS = ['1 text/plain "one"', '2 text/plain "two"'];

describe('readMimeParts', () => {
  it('gives each part with its place', () => {
    const message = lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: Image/PNG; name="a.png"',
      'Content-Transfer-Encoding: BASE64',
      'Content-Disposition: Inline; filename=b.png',
      'Content-ID: <c@example.org>',
      '',
      'QUJD',
      '--b--',
    );
    const [, part] = readMimeParts(Buffer.from(message), { limits: LIMITS }).parts;

    assert.deepEqual(part, {
      path: '1',
      mediaType: 'image/png',
      parameters: new Map([['name', 'a.png']]),
      contentId: '<c@example.org>',
      encoding: 'base64',
      octets: 4,
      disposition: 'inline',
      dispositionParameters: new Map([['filename', 'b.png']]),
      start: message.indexOf('Content-Type: Image'),
      contentStart: message.indexOf('QUJD'),
      end: message.indexOf('QUJD') + 4,
      children: [],
      message: null,
    });
  });

  it('opens an attached message and numbers its parts', () => {
    const message = lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Subject: one text',
      '',
      'text',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Content-Type: multipart/mixed; boundary=c',
      '',
      '--c',
      '',
      'inner',
      '--b--',
    );
    const { parts } = readMimeParts(Buffer.from(message), { limits: LIMITS });

    assert.deepEqual(
      parts.map(({ path, mediaType }) => `${path} ${mediaType}`),
      [
        ' multipart/mixed',
        '1 message/rfc822',
        '1.1 text/plain',
        '2 message/rfc822',
        '2.TEXT multipart/mixed',
        '2.1 text/plain',
      ],
    );
  });

  it('leaves an encoded message closed', () => {
    const message = lines('Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', 'QQ==');

    assert.deepEqual(read(message), ['1 message/rfc822 "QQ==\\r\\n"']);
  });

  it('takes the header block of the root from elsewhere', () => {
    const header = Buffer.from(lines('Content-Type: multipart/mixed; boundary=b', ''));
    const { parts } = readMimeParts(Buffer.from('--b\n\na\n--b--'), { limits: LIMITS, header });

    assert.deepEqual(
      parts.map(({ path, start, contentStart, end }) => [path, start, contentStart, end]),
      [
        ['', 0, 0, 12],
        ['1', 4, 5, 6],
      ],
    );
  });

  it('gives a message of nothing as an empty text', () => {
    assert.deepEqual(read(''), ['1 text/plain ""']);
  });
});

/** [what is wrong with the field, the field] */
const BROKEN_FIELDS: readonly (readonly [string, string])[] = [
  ['is in quotes', 'Content-Type: multipart/mixed; boundary="b"'],
  ['has blanks at its end', 'Content-Type: multipart/mixed; boundary="b  "'],
  ['lacks a quote', 'Content-Type: multipart/mixed; boundary="b'],
  ['stands behind two semicolons', 'Content-Type: multipart/mixed;; boundary=b'],
  ['stands behind no semicolon', 'Content-Type: multipart/mixed boundary=b'],
  ['stands behind a quote without end', 'Content-Type: multipart/mixed; name="x; boundary=b'],
  ['stands in a line that is not folded', 'Content-Type: multipart/mixed;\r\nboundary=b'],
  ['is continued', 'Content-Type: multipart/mixed; boundary*0="b"'],
  ['is extended', "Content-Type: multipart/mixed; boundary*=us-ascii'en'%62"],
  ['is extended and continued', "Content-Type: multipart/mixed; boundary*0*=us-ascii''%62"],
  ['is given twice', 'Content-Type: multipart/mixed; boundary=b; boundary=c'],
  ['is in the first of two fields', 'Content-Type: multipart/mixed; boundary=b\r\nContent-Type: text/html'],
  ['has a blank before the colon', 'Content-Type : multipart/mixed; boundary=b'],
  ['is behind a comment', 'Content-Type: multipart/mixed (a comment); boundary=b'],
];

describe('A boundary is found when it', () => {
  for (const [fault, field] of BROKEN_FIELDS) {
    it(fault, () => {
      assert.deepEqual(read(twoTexts(field)), TWO_TEXTS);
    });
  }
});

const MIXED = 'Content-Type: multipart/mixed; boundary=b';

describe('The media type of a part', () => {
  const mediaTypeOf = (field: string) =>
    readMimeParts(Buffer.from(lines(field, '', 'x')), { limits: LIMITS }).root.mediaType;

  it('is text/plain for text without a subtype', () => {
    assert.equal(mediaTypeOf('Content-Type: text'), 'text/plain');
    assert.equal(mediaTypeOf('Content-Type: Text/; charset=utf-8'), 'text/plain');
  });

  it('is application/octet-stream where it cannot be read', () => {
    assert.equal(mediaTypeOf('Content-Type: image'), 'application/octet-stream');
    assert.equal(mediaTypeOf('Content-Type: text/plain>'), 'application/octet-stream');
  });
});

/** [what is wrong, the message, what is read] */
const BROKEN_MESSAGES: readonly (readonly [string, string, readonly string[]])[] = [
  ['with LF', twoTexts(MIXED).replaceAll('\r', ''), TWO_TEXTS],
  [
    'with CR CR LF',
    twoTexts(MIXED).replaceAll('\r', '\r\r'),
    ['1 text/plain "one\\r"', '2 text/plain "two\\r"'],
  ],
  ['with blanks behind delimiters', twoTexts(MIXED).replaceAll('--\r\n', '-- \t\r\n'), TWO_TEXTS],
  ['without a closing delimiter', lines(MIXED, '', '--b', '', 'one', '--b', '', 'two').trimEnd(), TWO_TEXTS],
  [
    'with a preamble and an epilogue',
    lines(MIXED, '', 'preamble', '--b', '', 'one', '--b--', 'end'),
    TWO_TEXTS.slice(0, 1),
  ],
  [
    'without a boundary',
    lines('Content-Type: multipart/mixed', '', '--b', 'text'),
    ['1 multipart/mixed "--b\\r\\ntext\\r\\n"'],
  ],
  [
    'whose delimiter does not occur',
    lines(MIXED, '', '--c', 'text'),
    ['1 multipart/mixed "--c\\r\\ntext\\r\\n"'],
  ],
  [
    'without an empty line before its first delimiter',
    lines(MIXED, '--b', '', 'one', '--b--'),
    TWO_TEXTS.slice(0, 1),
  ],
  [
    'with a part whose text follows its fields',
    lines(MIXED, '', '--b', 'X-A: 1', 'one', '--b--'),
    TWO_TEXTS.slice(0, 1),
  ],
  [
    'with a part that has no header block',
    lines(MIXED, '', '--b', 'Dear all', '', 'one', '--b--'),
    ['1 text/plain "Dear all\\r\\n\\r\\none"'],
  ],
  [
    'with a line that is no field',
    lines(MIXED, 'stray', '', '--b', '', 'one', '--b--'),
    TWO_TEXTS.slice(0, 1),
  ],
  ['with the line of an mbox', `From a@example.org Sat\r\n${twoTexts(MIXED)}`, TWO_TEXTS],
  ['with a part that is only fields', lines(MIXED, '', '--b', 'X-A: 1', '--b--'), ['1 text/plain ""']],
  ['with an empty part', lines(MIXED, '', '--b', '--b', '', '--b--'), ['1 text/plain ""', '2 text/plain ""']],
  [
    'with a uuencoded file',
    lines('', 'begin 644 a.txt', '#0V%T', '`', 'end'),
    ['1 text/plain "begin 644 a.txt\\r\\n#0V%T\\r\\n`\\r\\nend\\r\\n"'],
  ],
];

describe('A broken message is read', () => {
  for (const [fault, message, expected] of BROKEN_MESSAGES) {
    it(fault, () => {
      assert.deepEqual(read(message), expected);
    });
  }
});

describe('Nested boundaries', () => {
  const nested = (inner: string) =>
    lines(
      MIXED,
      '',
      '--b',
      `Content-Type: multipart/alternative; boundary=${inner}`,
      '',
      `--${inner}`,
      '',
      'one',
      `--${inner}--`,
      '--b',
      '',
      'two',
      '--b--',
    );

  it('may begin with the outer one', () => {
    assert.deepEqual(read(nested('bc')), ['1.1 text/plain "one"', '2 text/plain "two"']);
  });

  it('may be the beginning of the outer one', () => {
    const message = nested('b').replaceAll('boundary=b\r\n\r\n--b\r\nC', 'boundary=bc\r\n\r\n--bc\r\nC');

    assert.deepEqual(
      read(message.replace('--b\r\n\r\ntwo', '--bc\r\n\r\ntwo').replace(/--b--\r\n$/, '--bc--')),
      ['1.1 text/plain "one"', '2 text/plain "two"'],
    );
  });

  it('may be the outer one again: its delimiters belong to the inner multipart until that is closed', () => {
    assert.deepEqual(read(nested('b')), ['1.1 text/plain "one"', '2 text/plain "two"']);
  });

  it('end at a delimiter of the outer one', () => {
    const message = lines(
      MIXED,
      '',
      '--b',
      'Content-Type: multipart/mixed; boundary=c',
      '',
      '--c',
      '',
      'one',
      '--b',
      '',
      'two',
    );

    assert.deepEqual(read(message), ['1.1 text/plain "one"', '2 text/plain "two\\r\\n"']);
  });

  it('of an attached message do not open the message around it', () => {
    const message = lines(MIXED, '', '--b', 'Content-Type: message/rfc822', '', nested('c'), '--b--');

    assert.deepEqual(read(message), ['1.1.1 text/plain "one"', '1.2 text/plain "two"']);
  });
});

/** Multiparts within each other. */
function levels(count: number): string {
  return Array.from({ length: count }, (_, level) =>
    lines(`Content-Type: multipart/mixed; boundary=b${level}x`, '', `--b${level}x`),
  ).join('');
}

describe('The bounds of a message', () => {
  const boundsOf = (message: string, limits: Partial<MimeLimits> = {}): readonly MimeBound[] => [
    ...readMimeParts(Buffer.from(message), { limits: { ...LIMITS, ...limits } }).metBounds,
  ];

  it('keep the parts in front of the one beyond the bound', () => {
    assert.deepEqual(read(twoTexts(MIXED), { maxParts: 1 }), ['1 text/plain "one"', 'parts']);
  });

  it('do not count what just fits', () => {
    assert.deepEqual(boundsOf(twoTexts(MIXED), { maxParts: 2, maxDepth: 1 }), []);
  });

  it('leave what lies deeper closed', () => {
    const [leaf, bound] = read(levels(3), { maxDepth: 2 });

    assert.match(leaf ?? '', /^1\.1 multipart\/mixed "--b2x/);
    assert.equal(bound, 'depth');
  });

  it('leave messages in messages closed', () => {
    assert.deepEqual(boundsOf('Content-Type: message/rfc822\n\n'.repeat(10_000)), ['depth']);
    assert.deepEqual(boundsOf('Content-Type: message/rfc822\n\n'.repeat(3), { maxParts: 1 }), ['parts']);
  });

  it('end what is read of a header block', () => {
    const message = `X-Long: ${'x'.repeat(300_000)}\r\n${twoTexts(MIXED)}`;

    assert.deepEqual(boundsOf(message), ['header']);
  });
});

/** [what is repeated, the beginning, what is repeated] */
const BOMBS: readonly (readonly [string, string, string])[] = [
  ['parts', lines(MIXED, ''), '--b\n\n'],
  ['parts without boundary', lines(MIXED, ''), '--b\nContent-Type: multipart/mixed\n\n'],
  ['almost delimiters', lines(MIXED, '', '--b', ''), '--a\n'],
  ['almost delimiters in many multiparts', levels(499), '--b4\n'],
  ['messages in messages', '', 'Content-Type: message/rfc822\n\n'],
  ['fields', '', 'a:\n'],
  ['fields of content', '', 'Content-Type: text/plain\n'],
  ['lines of a header that are no fields', '', '--b\n'],
  ['folds', 'Content-Type: a', '\n b'],
  ['parameters', 'Content-Type: multipart/mixed', ';a=b'],
  ['beginnings of a boundary', 'Content-Type: multipart/mixed;x', ' boundary '],
  ['empty lines', lines(''), '\n'],
  ['carriage returns', '', '\r'],
];
const OCTETS = 500_000;
/** Twice as far from four times the work of linear time as from the sixteen times of quadratic time. */
const MAX_RATIO = 8;
const MIN_MS = 10;

describe('The work grows with the octets, not with their square, for', () => {
  for (const [name, start, piece] of BOMBS) {
    it(name, () => {
      const work = (octets: number): number => {
        const message = Buffer.from(start + piece.repeat(octets / piece.length));
        const before = cpuMs();
        readMimeParts(message, { limits: LIMITS });
        return Math.max(cpuMs() - before, MIN_MS);
      };
      work(OCTETS);

      const least = (octets: number) => Math.min(work(octets), work(octets), work(octets));
      assert.ok(least(4 * OCTETS) / least(OCTETS) < MAX_RATIO);
    });
  }

  it('levels', () => {
    assert.deepEqual(
      [...readMimeParts(Buffer.from(levels(10_000)), { limits: { ...LIMITS, maxDepth: 20_000 } }).metBounds],
      [],
    );
  });
});
