import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBodyStructure } from '../../../src/adapters/imap/body-structure-parser.ts';
import { atom, type TokenNode, text } from '../../../src/adapters/imap/tokens.ts';

const leaf = (type: string, subtype: string, more: readonly TokenNode[] = []): readonly TokenNode[] => [
  text(type),
  text(subtype),
  null,
  null,
  null,
  text('7BIT'),
  atom('12'),
  ...more,
];

describe('parseBodyStructure', () => {
  it('numbers the parts of nested multiparts', () => {
    const inner = [
      leaf('text', 'plain', [atom('1')]),
      leaf('text', 'html', [atom('1')]),
      text('alternative'),
    ];

    const tree = parseBodyStructure([inner, leaf('image', 'png'), text('mixed')]);

    assert.deepEqual(
      [tree.mediaType, tree.path, ...tree.children.map(({ mediaType, path }) => `${path} ${mediaType}`)],
      ['multipart/mixed', '', '1 multipart/alternative', '2 image/png'],
    );
    assert.deepEqual(
      tree.children[0]?.children.map(({ path }) => path),
      ['1.1', '1.2'],
    );
  });

  it('gives a message of one part the path 1', () => {
    const { path, mediaType, encoding, octets } = parseBodyStructure(leaf('TEXT', 'PLAIN', [atom('1')]));

    assert.deepEqual(
      { path, mediaType, encoding, octets },
      {
        path: '1',
        mediaType: 'text/plain',
        encoding: '7bit',
        octets: 12,
      },
    );
  });

  it('reads parameters and the disposition with its file name', () => {
    const disposition = [text('ATTACHMENT'), [text('FileName'), text('a.txt')]];
    const nodes = [
      text('text'),
      text('plain'),
      [text('Charset'), text('utf-8')],
      text('<id@x>'),
      null,
      text('base64'),
      atom('40'),
      atom('2'),
      null,
      disposition,
    ];

    const part = parseBodyStructure(nodes);

    assert.deepEqual([...part.parameters], [['charset', 'utf-8']]);
    assert.deepEqual(
      [part.disposition, [...part.dispositionParameters]],
      ['attachment', [['filename', 'a.txt']]],
    );
    assert.deepEqual([part.contentId, part.encoding], ['<id@x>', 'base64']);
  });

  it('finds the disposition of an attached message behind its envelope and structure', () => {
    const nodes = leaf('message', 'rfc822', [
      [text('date')],
      leaf('text', 'plain', [atom('1')]),
      atom('3'),
      null,
      [text('attachment'), null],
    ]);

    const part = parseBodyStructure(nodes);

    assert.deepEqual([part.disposition, part.children], ['attachment', []]);
  });

  it('shows a structure that makes no sense as an unknown file', () => {
    assert.equal(parseBodyStructure([text('ALTERNATIVE')]).mediaType, 'application/octet-stream');
    assert.equal(parseBodyStructure(null).mediaType, 'application/octet-stream');
  });

  it('stops at a hundred levels and a thousand parts', () => {
    let deep: readonly TokenNode[] = leaf('text', 'plain', [atom('1')]);
    for (let level = 0; level < 5_000; level += 1) deep = [deep, text('mixed')];
    const wide = [...Array.from({ length: 20_000 }, () => leaf('image', 'png')), text('mixed')];

    assert.ok(depthOf(parseBodyStructure(deep)) <= 101);
    assert.ok(parseBodyStructure(wide).children.length <= 1_000);
  });

  it('keeps parameters named like members of objects', () => {
    const nodes = [
      text('text'),
      text('plain'),
      [text('__proto__'), text('x')],
      null,
      null,
      text('7bit'),
      atom('1'),
    ];

    assert.deepEqual([...parseBodyStructure(nodes).parameters], [['__proto__', 'x']]);
  });
});

function depthOf(part: { readonly children: readonly unknown[] }): number {
  let depth = 0;
  let current = part;
  while (current.children.length > 0) {
    depth += 1;
    current = current.children[0] as typeof part;
  }
  return depth;
}
