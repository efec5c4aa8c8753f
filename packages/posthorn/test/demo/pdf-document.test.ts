/** The document of the demo. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPdfDocument } from '../../src/demo/pdf-document.ts';

describe('createPdfDocument', () => {
  it('shows the text', () => {
    assert.match(createPdfDocument('Permit 2201').toString('latin1'), /^%PDF-1\.4\n.*\(Permit 2201\) Tj/s);
  });

  it('tells where its cross-reference table and its objects start', () => {
    const text = createPdfDocument('Permit 2201').toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );

    assert.equal(text.slice(start, start + 9), 'xref\n0 6\n');
    assert.deepEqual(
      offsets.map((offset) => text.slice(offset, offset + 7)),
      ['1 0 obj', '2 0 obj', '3 0 obj', '4 0 obj', '5 0 obj'],
    );
  });
});
