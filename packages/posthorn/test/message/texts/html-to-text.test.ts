import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToText } from '../../../src/message/texts/html-to-text.ts';
import { cpuMs } from '../../support/cpu-time.ts';

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
  ['marks the items of lists', '<ul><li>a<li>b</ul>', '- a\n- b'],
  ['numbers the items of ordered lists', '<ol start=9><li>a<li>b</ol>c', '9. a\n10. b\n\nc'],
  [
    'indents lists within lists, and the further lines of an item',
    '<ul><li>a<br>b<ol><li>c<br>d</ol><li>e</ul>f',
    '- a\n  b\n\n  1. c\n     d\n\n- e\n\nf',
  ],
  [
    'adds the address to a link',
    '<a href="https://x.test/?a=1&amp;b=2">Reset</a>, or',
    'Reset <https://x.test/?a=1&b=2>, or',
  ],
  [
    'adds no address that is the text',
    '<a href="https://x.test/">x.test</a> <a href="mailto:A@x.test">a@x.test</a> <a href="tel:+49123">+49 123</a>',
    'x.test a@x.test +49 123',
  ],
  [
    'adds addresses of mail without a subject, and https to those without a scheme',
    '<a href="mailto:a@x.test?subject=Hi">Write</a> <a href="//x.test/a">Read</a>',
    'Write <a@x.test> Read <https://x.test/a>',
  ],
  [
    'adds no other addresses',
    '<a href="javascript:a()">a</a> <a href="#b">b</a> <a href="https://x.test/ <">c</a>',
    'a b c',
  ],
  ['adds no address to a link without text', 'a<a href="https://x.test/"></a><a name=b></a>', 'a'],
  [
    'adds the address on the line of the text',
    '<a href="https://x.test/"><div>Buy</div></a><p>b',
    'Buy <https://x.test/>\n\nb',
  ],
  [
    'ends a link where the next one begins',
    '<a href="https://x.test/1">a <a href="https://x.test/2">b',
    'a <https://x.test/1> b <https://x.test/2>',
  ],
  [
    'shows pictures by their words',
    '<a href="https://x.test/"><img src=a alt="Big &amp; new"></a>b<img alt="">',
    'Big & new <https://x.test/> b',
  ],
  ['marks quotations', 'a<blockquote>b<br>c<p>d</p></blockquote>e', 'a\n\n> b\n> c\n>\n> d\n\ne'],
  [
    'marks quotations within quotations, and lists in them',
    '<blockquote>a<blockquote>b</blockquote><ul><li>c</ul></blockquote>',
    '> a\n>\n>> b\n>\n> - c',
  ],
  ['marks the lines of preformatted quotations', '<blockquote><pre>a\n  b</pre></blockquote>', '> a\n>   b'],
  ['draws lines', 'a<hr>b', 'a\n\n---\n\nb'],
  [
    'makes one empty line of spacers',
    'a<table><tr><td>&nbsp;</td></tr><tr><td>&nbsp;</td></tr><tr><td>b</td></tr></table>',
    'a\n\nb',
  ],
  [
    'makes no paragraphs of tables that lay out',
    '<table><tr><td><table><tr><td>a</td></tr></table></td></tr><tr><td><table><tr><td>b</td><td>5</td></tr></table></td></tr></table>c',
    'a\nb 5\n\nc',
  ],
  ['folds invisible padding', `a${'&zwnj;&nbsp;&#847;'.repeat(50)}b`, 'a b'],
  ['keeps joiners within words, and indentation', '<p>&nbsp;&nbsp;a&zwnj;b</p>', '\u00a0\u00a0a\u200cb'],
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

  for (const piece of [
    '<blockquote>x<br>',
    '<ul><li>x',
    '<ol>',
    '<li>',
    '<li>x',
    '<a href="https://x.test/">x',
    '&nbsp;',
    '<td>&nbsp;<tr>',
    '&zwnj; &nbsp;',
    '<img alt="x',
    '<hr>',
    '<table>x',
    '</blockquote></ul>x',
  ]) {
    it(`takes a megabyte of ${piece}`, () => {
      const started = cpuMs();
      const text = htmlToText(piece.repeat(1_048_576 / piece.length), 1_000_000);

      assert.ok(cpuMs() - started < 3_000);
      assert.ok(text.length <= 2_000_000);
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
