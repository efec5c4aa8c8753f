import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PREVIEW } from '../../../src/domain/messages/message-query.ts';
import { furtherPortions, previewPortions, toPreview } from '../../../src/message/texts/part-previews.ts';
import { bodyPart, multipart } from '../body-part.ts';

const PLAIN = bodyPart({ path: '1' });
const HTML = bodyPart({ path: '2', mediaType: 'text/html' });
const NOTES = bodyPart({ path: '3' });
const BOTH = multipart('alternative', [PLAIN, HTML]);
const PLAIN_FIRST = { maxCharacters: 200, sources: ['plain', 'html'] } as const;

/** The paths and octets of the portions. */
const outline = (portions: ReturnType<typeof furtherPortions>) =>
  portions.map(({ part, octets }) => `${part.path}<${octets}>`);
const octets = (text: string, length = text.length) => Buffer.from(text.padEnd(length, ' '), 'latin1');

describe('previewPortions', () => {
  it('begins with the kind of text that the options name first', () => {
    assert.equal(previewPortions(BOTH, DEFAULT_PREVIEW).first?.part, HTML);
    assert.equal(previewPortions(BOTH, PLAIN_FIRST).first?.part, PLAIN);
  });

  it('looks at no other kind than those that the options name', () => {
    const { first, more } = previewPortions(BOTH, { maxCharacters: 200, sources: ['plain'] });

    assert.deepEqual([first?.part, more.map(({ part }) => part)], [PLAIN, [PLAIN]]);
  });

  it('falls back on the other kind before further parts of the same', () => {
    const { more } = previewPortions(multipart('mixed', [BOTH, NOTES]), PLAIN_FIRST);

    assert.deepEqual(outline(more), ['1<8192>', '2<65536>', '3<8192>']);
  });

  it('reads more for longer previews', () => {
    const { first } = previewPortions(PLAIN, { ...DEFAULT_PREVIEW, maxCharacters: 1000 });

    assert.equal(first?.octets, 12_000);
  });

  it('names no more than three parts, and none in a message without text', () => {
    const many = multipart(
      'mixed',
      Array.from({ length: 50 }, (_, index) => bodyPart({ path: `${index}` })),
    );
    const image = bodyPart({ mediaType: 'image/png' });

    assert.equal(previewPortions(many, DEFAULT_PREVIEW).more.length, 3);
    assert.deepEqual(previewPortions(image, DEFAULT_PREVIEW), { first: null, more: [] });
  });
});

describe('furtherPortions', () => {
  const further = (content: string, length?: number) => {
    const portions = previewPortions(BOTH, DEFAULT_PREVIEW);
    const first = octets(content, length);
    const text = toPreview(portions.first ? [portions.first] : [], new Map([['2', first]]), DEFAULT_PREVIEW);
    return outline(furtherPortions(portions, { octets: first, text }, DEFAULT_PREVIEW));
  };

  it('names nothing where the text is there, or has ended', () => {
    assert.deepEqual(further('Short.'), []);
    assert.deepEqual(further('A text. '.repeat(20), 4096), []);
  });

  it('names more of the part where its beginning holds little text', () => {
    assert.deepEqual(further('A text.', 4096), ['2<65536>']);
  });

  it('names the other parts as well where it holds none', () => {
    assert.deepEqual(further('<style>', 4096), ['2<65536>', '1<8192>']);
  });

  it('does not name a part again that was read to its end', () => {
    assert.deepEqual(further('<p></p>'), ['1<8192>']);
  });
});

describe('toPreview', () => {
  const previewOfCut = (content: Buffer, part = PLAIN) =>
    toPreview([{ part, octets: content.length }], new Map([[part.path, content]]), DEFAULT_PREVIEW);

  it('takes the first text that is not blank', () => {
    const portions = [HTML, PLAIN].map((part) => ({ part, octets: 100 }));
    const contents = new Map([['2', octets('<p> </p>')] as const, ['1', octets('Hello')] as const]);

    assert.equal(toPreview(portions, contents, DEFAULT_PREVIEW), 'Hello');
  });

  it('shows no half character where the octets were cut', () => {
    const quoted = bodyPart({ encoding: 'quoted-printable', parameters: new Map([['charset', 'utf-8']]) });
    const utf8 = bodyPart({ parameters: new Map([['charset', 'utf-8']]) });

    assert.equal(previewOfCut(octets('=C3=A9 caf=C3=A'), quoted), 'é caf');
    assert.equal(previewOfCut(octets('=C3=A9 caf=C3='), quoted), 'é caf');
    assert.equal(previewOfCut(octets('caf=C3=A9'), quoted), 'café');
    assert.equal(previewOfCut(Buffer.from('é café').subarray(0, 7), utf8), 'é caf');
    assert.equal(previewOfCut(octets('Fish &am'), HTML), 'Fish');
    assert.equal(previewOfCut(octets('Fish &#4'), HTML), 'Fish');
    assert.equal(previewOfCut(octets('Fish &am')), 'Fish &am');
    assert.equal(previewOfCut(octets('Fish <a href="'), HTML), 'Fish');
  });

  it('reads no further than the portion', () => {
    const contents = new Map([['1', octets('Hello, world')]]);

    assert.equal(toPreview([{ part: PLAIN, octets: 5 }], contents, DEFAULT_PREVIEW), 'Hello');
  });
});
