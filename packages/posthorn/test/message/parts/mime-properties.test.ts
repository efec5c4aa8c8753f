/** What holds for every message: what was written is read, and nothing makes the reader fail. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readHtmlText } from '../../../src/adapters/html/read-html-text.ts';
import { type MimePart, readMimeParts } from '../../../src/message/parts/mime-parts.ts';
import { openWholeMessage } from '../../../src/message/whole-message.ts';

const LIMITS = { maxDepth: 500, maxParts: 10_000 };

/** A part as it is meant: a text, parts in a multipart, or a message. */
type Meant =
  | { readonly kind: 'leaf'; readonly mediaType: string; readonly content: string }
  | { readonly kind: 'multipart'; readonly subtype: string; readonly parts: readonly Meant[] }
  | { readonly kind: 'message'; readonly message: Meant };

/** How a message is written; every way means the same. */
interface Manner {
  readonly lineEnd: string;
  readonly boundary: 'quoted' | 'bare' | 'extended' | 'continued' | 'folded';
  readonly hasPreamble: boolean;
  readonly hasEpilogue: boolean;
  readonly hasClosing: boolean;
  readonly padding: string;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  lineEnd: fc.constantFrom('\r\n', '\n'),
  boundary: fc.constantFrom('quoted', 'bare', 'extended', 'continued', 'folded'),
  hasPreamble: fc.boolean(),
  hasEpilogue: fc.boolean(),
  hasClosing: fc.boolean(),
  padding: fc.constantFrom('', ' ', '\t '),
});

const { part } = fc.letrec<{ part: Meant }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(
        fc.constantFrom('text/plain', 'text/html', 'image/png'),
        fc.string({ unit: fc.constantFrom('a', '-', '--', '=_', ': ', ' ', '.', '1') }),
      )
      .map(([mediaType, content]): Meant => ({ kind: 'leaf', mediaType, content })),
    fc
      .tuple(
        fc.constantFrom('mixed', 'alternative', 'related', 'x-new'),
        fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
      )
      .map(([subtype, parts]): Meant => ({ kind: 'multipart', subtype, parts })),
    tie('part').map((message): Meant => ({ kind: 'message', message })),
  ),
}));

/** Writes parts; each boundary is new, and none begins with another one. */
function createPrinter(written: Manner): (meant: Meant) => readonly string[] {
  let boundaries = 0;

  function boundaryParameter(boundary: string): string {
    if (written.boundary === 'quoted') return ` boundary="${boundary}"`;
    if (written.boundary === 'bare') return ` boundary=${boundary}`;
    if (written.boundary === 'extended') return ` boundary*=us-ascii'en'${boundary.replaceAll('=', '%3D')}`;
    if (written.boundary === 'folded') return `${written.lineEnd}\tboundary="${boundary}"; charset=utf-8`;
    return ` boundary*0="${boundary.slice(0, 3)}"; boundary*1="${boundary.slice(3)}"`;
  }

  function printMultipart({ subtype, parts }: Extract<Meant, { kind: 'multipart' }>): readonly string[] {
    boundaries += 1;
    const boundary = `=_edge_${boundaries}_`;
    const delimiter = `--${boundary}${written.padding}`;
    return [
      `Content-Type: multipart/${subtype};${boundaryParameter(boundary)}`,
      '',
      ...(written.hasPreamble ? ['This is a message in parts.', ''] : []),
      ...parts.flatMap((inner) => [delimiter, ...print(inner)]),
      ...(written.hasClosing ? [`--${boundary}--${written.padding}`] : []),
      ...(written.hasClosing && written.hasEpilogue ? ['Nobody reads this.', '--', `--${boundary}`] : []),
    ];
  }

  function print(meant: Meant): readonly string[] {
    if (meant.kind === 'multipart') return printMultipart(meant);
    if (meant.kind === 'message')
      return ['Content-Type: message/rfc822', '', 'Subject: in', ...print(meant.message)];
    return [`Content-Type: ${meant.mediaType}`, 'X-Other: 1', '', meant.content];
  }

  return print;
}

/** The parts as they were read, in the words of what was meant. */
function toMeant(octets: Buffer, read: MimePart): Meant {
  const [type = '', subtype = ''] = read.mediaType.split('/');
  if (type === 'multipart') {
    return { kind: 'multipart', subtype, parts: read.children.map((child) => toMeant(octets, child)) };
  }
  if (read.message !== null) return { kind: 'message', message: toMeant(octets, read.message) };
  return {
    kind: 'leaf',
    mediaType: read.mediaType,
    content: octets.toString('latin1', read.contentStart, read.end),
  };
}

describe('A message', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(part, manner, (meant, written) => {
        const octets = Buffer.from(createPrinter(written)(meant).join(written.lineEnd), 'latin1');
        const { root, metBounds } = readMimeParts(octets, { limits: LIMITS });

        assert.deepEqual(toMeant(octets, root), meant);
        assert.equal(metBounds.size, 0);
      }),
      { numRuns: 500 },
    );
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\r\n',
          '\r\n\r\n',
          '\n',
          '\r',
          '--a',
          '--ab',
          '--a--',
          '--',
          ' ',
          ';',
          '"',
          'Content-Type: ',
        ),
        fc.constantFrom('multipart/mixed; boundary=a', 'multipart/mixed; boundary="ab"', 'message/rfc822'),
        fc.constantFrom(
          'text/html',
          'Content-Transfer-Encoding: base64',
          'multipart/digest; boundary*=a',
          'x',
          ':',
        ),
      ),
      { maxLength: 60 },
    )
    .map((pieces) => Buffer.from(pieces.join('')));

  it('of any octets has parts that lie in their multiparts in order, with paths of their own', () => {
    fc.assert(
      fc.property(hostile, (octets) => {
        const { root, parts } = readMimeParts(octets, { limits: LIMITS });

        for (const { start, contentStart, end, children, message } of parts) {
          const places = [
            start,
            contentStart,
            ...[...children, ...(message ? [message] : [])].flatMap((inner) => [inner.start, inner.end]),
            end,
          ];
          assert.deepEqual(
            places,
            places.toSorted((a, b) => a - b),
          );
        }
        assert.equal(root.end, octets.length);
        assert.equal(new Set(parts.map(({ path }) => path)).size, parts.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any octets gives texts and a preview', () => {
    fc.assert(
      fc.property(hostile, (octets) => {
        const message = openWholeMessage(octets);
        const { textPlain, textHtml } = message.readTexts(readHtmlText);
        const preview = message.readPreview({ maxCharacters: 9, sources: ['plain', 'html'] });

        assert.ok([textPlain, textHtml, preview].every((text) => text.isWellFormed()));
      }),
      { numRuns: 1_000 },
    );
  });
});
