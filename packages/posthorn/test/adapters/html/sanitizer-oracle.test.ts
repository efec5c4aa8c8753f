/** Holds the sanitiser's output against DOMPurify and against the tree that a browser builds of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import createDomPurify from 'dompurify';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { ELEMENTS, GLOBAL_ATTRIBUTES } from '../../../src/adapters/html/html-allow-list.ts';
import { sanitizeReceivedHtml } from '../../../src/adapters/html/sanitize-received-html.ts';
import { HOSTILE_HTML } from './hostile-html.ts';

const { window } = new JSDOM('<!DOCTYPE html><body></body>');
const { document } = window;
const purify = createDomPurify(window);

/** DOMPurify looks at the body that it puts around a fragment, too. */
const ALLOWED_TAGS = [...ELEMENTS.keys(), 'body'];
const ALLOWED_ATTR = [
  ...new Set([
    ...GLOBAL_ATTRIBUTES.keys(),
    ...[...ELEMENTS.values()].flatMap((attributes) => [...attributes.keys()]),
  ]),
];
const SAFE_URL = /^(?:https?:\/\/|mailto:|tel:|cid:|data:image\/(?:png|jpeg|jpg|gif|webp);base64,)/;
const SAFE_BACKGROUND = /\bbackground(?:-image)?: (?:[^;"()]* )?url\("https?:\/\/[^"\\()]*"\)/g;

/** What DOMPurify takes away from the HTML. */
function removedByDomPurify(html: string): readonly unknown[] {
  purify.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR });
  return purify.removed;
}

/** The HTML as a browser would write what it has read. */
function reparse(html: string): string {
  document.body.innerHTML = html;
  return document.body.innerHTML;
}

/** Everything active or foreign in the tree that the HTML becomes. */
function findDangers(html: string): readonly string[] {
  document.body.innerHTML = html;
  const elements = [...document.body.querySelectorAll('*')];
  return elements.flatMap((element) => {
    const name = element.localName;
    const isKnown = ELEMENTS.has(name) && element.namespaceURI === 'http://www.w3.org/1999/xhtml';
    const attributes = [...element.attributes].filter(
      (attribute) => !isHarmless(attribute.name, attribute.value),
    );
    return [
      ...(isKnown ? [] : [name]),
      ...attributes.map((attribute) => `${name} ${attribute.name}=${attribute.value}`),
    ];
  });
}

function isHarmless(name: string, value: string): boolean {
  if (!ALLOWED_ATTR.includes(name)) return false;
  if (['href', 'src', 'data-remote-src'].includes(name)) return SAFE_URL.test(value);
  const style = name === 'style' ? value.replace(SAFE_BACKGROUND, '') : '';
  return !/url|expression|var\(|@|\\|fixed|absolute|important/.test(style);
}

/** Pieces of which hostile HTML is made, put together at random. */
const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE_HTML.map(([, html]) => html)),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<table>',
        '</table>',
        '<a href="https://x.test/">',
        '</a>',
        '<b>',
        '</b>',
        '"',
        "'",
        '>',
        '<',
      ),
      fc.constantFrom(
        '<!--',
        '-->',
        '<svg>',
        '</svg>',
        '<math>',
        '<style>',
        '</style>',
        '<title>',
        '</title>',
        '&lt;',
        '\u0000',
      ),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

describe('Sanitised HTML', () => {
  for (const [attempt, html] of HOSTILE_HTML) {
    it(`is harmless where it was ${attempt}`, () => {
      const output = sanitizeReceivedHtml(html, 'allow').html;

      assert.deepEqual(removedByDomPurify(output), []);
      assert.deepEqual(findDangers(output), []);
      assert.equal(reparse(reparse(output)), reparse(output));
      assert.equal(sanitizeReceivedHtml(output, 'allow').html, output);
    });
  }

  it('is harmless for any mixture of hostile HTML', () => {
    fc.assert(
      fc.property(fragments, (html) => {
        const output = sanitizeReceivedHtml(html, 'allow').html;
        assert.deepEqual([...removedByDomPurify(output), ...findDangers(output)], []);
        assert.equal(reparse(reparse(output)), reparse(output));
      }),
      { numRuns: 1000 },
    );
  });
});
