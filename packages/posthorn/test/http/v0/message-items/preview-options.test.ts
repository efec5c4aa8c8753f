import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PreviewOptions } from '../../../../src/domain/messages/message-query.ts';
import { parsePreviewOptions } from '../../../../src/http/v0/message-items/preview-options.ts';
import { refusalOf } from '../../../support/domain-values.ts';

function parse(text: string, namesPreviewText = false): PreviewOptions {
  return parsePreviewOptions(new Map([['options', [text]]]), namesPreviewText);
}

const HTML_FIRST = ['html', 'plain'];
const PLAIN_FIRST = ['plain', 'html'];

const OPTIONS: readonly (readonly [string, readonly string[], number])[] = [
  ['', HTML_FIRST, 200],
  ['{}', HTML_FIRST, 200],
  ['{"other":1}', HTML_FIRST, 200],
  ['{"previewText":{}}', HTML_FIRST, 200],
  ['{"previewText":{"length":20,"trimApi":false}}', PLAIN_FIRST, 20],
  ['{"previewText":{"plain":{"precedence":true,"length":200},"html":{"length":100}}}', PLAIN_FIRST, 200],
  ['{"previewText":{"plain":{"length":50},"html":{"length":100,"precedence":true}}}', HTML_FIRST, 100],
  ['{"previewText":{"plain":{},"html":{"precedence":"yes"}}}', PLAIN_FIRST, 200],
];

const REFUSED = [
  'nonsense',
  '[]',
  'null',
  '{"previewText":7}',
  '{"previewText":{"plain":7}}',
  '{"previewText":{"length":0}}',
  '{"previewText":{"length":-1}}',
  '{"previewText":{"length":1.5}}',
  '{"previewText":{"length":"20"}}',
  '{"previewText":{"length":1001}}',
  '{"previewText":{"plain":{},"html":{"length":1001}}}',
];

describe('parsePreviewOptions', () => {
  it('prefers html and 200 characters without options', () => {
    assert.deepEqual(parsePreviewOptions(new Map(), false), { maxCharacters: 200, sources: HTML_FIRST });
  });

  for (const [text, sources, maxCharacters] of OPTIONS) {
    it(`reads ${text || 'an empty text'}`, () => {
      assert.deepEqual(parse(text), { maxCharacters, sources });
    });
  }

  it('looks at one kind of text when only that is described', () => {
    assert.deepEqual(
      [parse('{"previewText":{"plain":{"length":5}}}'), parse('{"previewText":{"html":{"length":5}}}')],
      [
        { maxCharacters: 5, sources: ['plain'] },
        { maxCharacters: 5, sources: ['html'] },
      ],
    );
  });

  it('adds the other kind with its defaults when the client named previewText', () => {
    assert.deepEqual(
      [parse('{"previewText":{"plain":{}}}', true), parse('{"previewText":{"html":{}}}', true)],
      [
        { maxCharacters: 200, sources: HTML_FIRST },
        { maxCharacters: 200, sources: PLAIN_FIRST },
      ],
    );
  });

  for (const text of REFUSED) {
    it(`refuses ${text}`, () => {
      assert.throws(() => parse(text), refusalOf('options'));
    });
  }
});
