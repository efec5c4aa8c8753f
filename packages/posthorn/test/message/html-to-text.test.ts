import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToText } from '../../src/message/html-to-text.ts';
import { cpuMs } from '../support/cpu-time.ts';

/** [what it does, HTML, text] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['keeps text', 'Hello world', 'Hello world'],
  ['removes tags', '<b>Hel</b>lo <i class="a>b">world</i>', 'Hello world'],
  ['folds white space', '  Hello \r\n\t world  ', 'Hello world'],
  ['folds white space across tags', 'Hello <b> world</b> !', 'Hello world !'],
  ['keeps words of adjacent inline elements together', '<b>a</b><i>b</i>', 'ab'],
  ['breaks lines at br', 'a<br>b<br/>c', 'a\nb\nc'],
  ['makes one empty line of many br', 'a<br><br><br><br>b', 'a\n\nb'],
  ['breaks lines at block elements', '<div>a</div><div>b</div>c', 'a\nb\nc'],
  ['sets paragraphs apart', '<p>a</p><p>b</p>', 'a\n\nb'],
  ['sets headings apart', '<h1>a</h1>b', 'a\n\nb'],
  ['breaks lines between list items', '<ul><li>a<li>b</ul>', 'a\nb'],
  [
    'breaks lines between rows and spaces between cells',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>',
    'a b\nc',
  ],
  ['keeps the white space of preformatted text', '<pre>a\r\n  b</pre>c  d', 'a\n  b\n\nc d'],
  ['begins and ends without line breaks', '<br><p><br>a</p><br>', 'a'],
  ['decodes entities once', '&lt;b&gt; &amp;lt; &#8364; &#x41; &euro;', '<b> &lt; \u20ac A \u20ac'],
  ['keeps what only looks like an entity', 'AT&T &nope; &', 'AT&T &nope; &'],
  ['keeps non-breaking spaces', 'a&nbsp;&nbsp;b', 'a\u00a0\u00a0b'],
  ['drops styles and scripts', '<style>p{}</style>a<script>"</p>"</script>b', 'ab'],
  ['drops the title', '<head><title>t</title></head><body>a', 'a'],
  ['drops a head that nobody closed', '<head><meta charset=x><style>p{}</style><body>a', 'a'],
  ['drops comments', 'a<!-- b <p> -->c<!--[if mso]>d<![endif]-->', 'ac'],
  ['drops templates with what is in them', 'a<template><p>b<template>c</template></p></template>d', 'ad'],
  ['drops declarations', '<!DOCTYPE html><?xml version="1.0"?>a', 'a'],
  ['drops a script that nobody closed', 'a<script>b', 'a'],
  ['keeps a less-than sign in text', 'a < b <3 c', 'a < b <3 c'],
  ['drops a tag that was cut at the end', 'a<a href="x', 'a'],
  ['reads names of elements in any case', '<SCRIPT>x</SCRIPT>a<BR>b', 'a\nb'],
  ['removes control characters', 'a\u0000&#1;&#27;b', 'a\ufffdb'.replace('\ufffd', '')],
  ['replaces surrogates without a partner', 'a&#xD800;b', 'a\ufffdb'],
  ['does not read its text as HTML again', '&lt;script&gt;x&lt;/script&gt;', '<script>x</script>'],
];

describe('htmlToText', () => {
  for (const [behaviour, html, text] of CASES) {
    it(behaviour, () => {
      assert.equal(htmlToText(html, 1000), text);
    });
  }

  it('cuts at the number of code points', () => {
    assert.equal(htmlToText('<p>\u{1f600}\u{1f600}\u{1f600}</p>', 2), '\u{1f600}\u{1f600}');
  });

  it('stops reading when the text is long enough', () => {
    const html = `<p>${'word '.repeat(100)}</p>`.repeat(20_000);
    const started = cpuMs();
    htmlToText(html, 100);

    assert.ok(cpuMs() - started < 200);
  });
});
