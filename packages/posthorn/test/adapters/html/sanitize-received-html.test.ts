import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sanitizeReceivedHtml } from '../../../src/adapters/html/sanitize-received-html.ts';

const sanitize = (html: string): string => sanitizeReceivedHtml(html, 'allow').html;

/** [what it does, received HTML, sanitised HTML] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['keeps text and common elements', '<p>Hello <b>you</b> &amp; me</p>', '<p>Hello <b>you</b> &amp; me</p>'],
  [
    'keeps links',
    '<a href="https://x.test/?a=1&amp;b=2">x</a>',
    '<a href="https://x.test/?a=1&amp;b=2">x</a>',
  ],
  [
    'keeps mail links and phone links',
    '<a href="mailto:a@x.test">x</a><a href="tel:1">y</a>',
    '<a href="mailto:a@x.test">x</a><a href="tel:1">y</a>',
  ],
  [
    'keeps images of the message',
    '<img src="cid:a@x" alt="a" width="10">',
    '<img alt="a" src="cid:a@x" width="10" />',
  ],
  [
    'keeps remote images where they are allowed',
    '<img src="https://x.test/a.png">',
    '<img src="https://x.test/a.png" />',
  ],
  [
    'keeps tables as newsletters use them',
    '<table width="600" cellpadding="0" bgcolor="#ffffff"><tr><td colspan="2" align="center">x</td></tr></table>',
    '<table bgcolor="#ffffff" width="600" cellpadding="0"><tr><td align="center" colspan="2">x</td></tr></table>',
  ],
  ['keeps harmless styles', '<p style="color: red; position: fixed">x</p>', '<p style="color: red">x</p>'],
  ['removes unknown elements and keeps their text', '<o:p>a</o:p><details>b</details>', 'ab'],
  ['removes code with its content', 'a<script>b</script><style>c</style><svg><text>d</text></svg>e', 'ae'],
  ['removes forms and keeps their text', '<form action="https://x.test/">a<input value=b></form>', 'a'],
  ['removes ids, classes, names and targets', '<a id=a class=b name=c target=d>x</a>', '<a>x</a>'],
  ['removes handlers', '<p onclick="alert(1)">x</p>', '<p>x</p>'],
  ['removes relative URLs', '<a href="/a">x</a>', '<a>x</a>'],
  [
    'makes links within links plain text',
    '<a href="tel:1"><table><tr><td><a href="tel:2">x</a></table></a>',
    '<a href="tel:1"><table><tr><td><span>x</span></td></tr></table></a>',
  ],
  ['removes line feeds at the start of preformatted text', '<pre>\n\na\n</pre>', '<pre>a\n</pre>'],
  ['removes comments', 'a<!-- b -->c', 'ac'],
  [
    'gives a fragment',
    '<!DOCTYPE html><html><head><title>t</title></head><body bgcolor=red>x</body></html>',
    '<div style="background-color: red">x</div>',
  ],
  [
    'puts the look of the body around all, under what its style says',
    '<html dir=rtl><body bgcolor="#222" text="white" style="color:#eee;font-family:Arial"><p>x',
    '<div dir="rtl" style="background-color: #222; color: #eee; font-family: arial"><p>x</p></div>',
  ],
  ['puts nothing around a body without a look', '<body style="margin:0;padding:0px;width:100%">x', 'x'],
  [
    'puts the rules of style sheets into the elements, later and more exact ones first',
    '<style>.a{color:red}p{color:blue;margin:0}#b{color:green !important}</style><p class=a>x<p id=b style="color:red">y',
    '<p style="margin: 0; color: red">x</p><p style="margin: 0; color: green">y</p>',
  ],
  [
    'matches elements by those around them',
    '<style>td b, .a > i, tr td:nth-child(2) u{color:red}</style><b>x</b><p class=a><i>y</i></p><table><tr><td><b>z</b><u>1</u><td><u>2</u></table>',
    '<b>x</b><p><i style="color: red">y</i></p><table><tr><td><b style="color: red">z</b><u>1</u></td><td><u style="color: red">2</u></td></tr></table>',
  ],
  [
    'keeps a hidden preheader hidden',
    '<style type="text/css">.pre{display:none !important;mso-hide:all}</style><span class="pre">x</span>',
    '<span style="display: none">x</span>',
  ],
  [
    'takes the rules for a wide and light screen',
    '<style>@media only screen and (max-width:480px){b{color:red}}@media screen and (min-width:480px){b{margin:0}}@media (prefers-color-scheme:dark){b{color:#111}}@media print{b{color:#222}}</style><b>x</b>',
    '<b style="margin: 0">x</b>',
  ],
  [
    'takes the first image of a set where there is no other',
    '<img srcset="//x.test/1.png 1x, //x.test/2.png 2x">',
    '<img src="https://x.test/1.png" />',
  ],
  [
    'keeps backgrounds of tables where images are allowed',
    '<table background="//x.test/a.png"><tr><td>x</table>',
    '<table style="background-image: url(&quot;https://x.test/a.png&quot;)"><tr><td>x</td></tr></table>',
  ],
  ['closes what is open', '<div><b>x', '<div><b>x</b></div>'],
  ['drops a tag that is cut', '<p>x</p><img src="https', '<p>x</p>'],
  [
    'drops attributes with wrong values',
    '<td width="1e9" bgcolor="url(x)" colspan="-1">x</td>',
    '<td>x</td>',
  ],
  ['escapes what is no markup', '1 < 2 > 0 & "x"', '1 &lt; 2 &gt; 0 &amp; "x"'],
  ['replaces surrogates without a partner', 'a\ud83d', 'a\ufffd'],
  ['gives nothing for nothing', '', ''],
];

const MAX_CHARACTERS = 1_048_576;
/** Each takes well under a second; in quadratic time it takes minutes. */
const MAX_MS = 10_000;
const BOMBS = [
  '<div>',
  '<b>',
  '</x>',
  '<table><tr><td>',
  '<p>',
  '<p style="color:red">x',
  '&amp;',
  '&',
  '<',
  '<!--',
  '<![CDATA[',
  '<script>',
  '<xmp><div>',
  '<template>',
  '<title>&',
  '<a href="',
  '<img src="https://x.test/a.png">',
  '<svg><g>',
  '<svg><math>',
  '<svg></math>',
  '<p a=1',
];

describe('sanitizeReceivedHtml', () => {
  for (const [behaviour, html, sanitised] of CASES) {
    it(behaviour, () => {
      assert.equal(sanitize(html), sanitised);
    });
  }

  for (const name of ['svg', 'math', 'object', 'video', 'audio', 'canvas', 'applet', 'template', 'option']) {
    it(`keeps the text behind <${name}> without an end, and removes what has one with its content`, () => {
      assert.equal(sanitize(`<p>a</p><${name} x="1>2"><p>b</p>`), '<p>a</p><p>b</p>');
      assert.equal(sanitize(`<${name}/><p>b</p>`), '<p>b</p>');
      assert.equal(sanitize(`a<${name} x=1>c</${name.toUpperCase()} >b<${name}>d<p>e`), 'abd<p>e</p>');
    });
  }

  it('removes the options of a menu, whose end tags may be missing', () => {
    assert.equal(sanitize('a<select><option>b<option>c</select>d'), 'ad');
  });

  it('drops an unclosed element that the end of the HTML cuts', () => {
    assert.equal(sanitize('a<svg width="1'), 'a');
  });

  it('shows all text of HTML that is nested too deeply', () => {
    const text = 'x'.repeat(MAX_CHARACTERS - 1_000);

    assert.equal(sanitize(`${'<i>'.repeat(257)}${text}`), text);
  });

  it('keeps elements up to a depth of 256', () => {
    const html = `${'<i>'.repeat(256)}x${'</i>'.repeat(256)}`;

    assert.equal(sanitize(html), html);
  });

  it('shows deeper HTML as its text', () => {
    assert.equal(sanitize(`${'<i>'.repeat(257)}1 &lt; 2<br>&amp;amp;`), '1 &lt; 2<br />&amp;amp;');
  });

  it('cuts off what is beyond a million characters', () => {
    assert.equal(sanitize('x'.repeat(MAX_CHARACTERS + 1)).length, MAX_CHARACTERS);
  });

  for (const piece of BOMBS) {
    it(`takes a megabyte of ${piece}`, () => {
      const started = performance.now();
      sanitize(piece.repeat(MAX_CHARACTERS / piece.length));

      assert.ok(performance.now() - started < MAX_MS);
    });
  }

  it('takes a tag with a hundred thousand attributes', () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ');

    assert.equal(sanitize(`<p ${attributes}>x</p>`), '<p>x</p>');
  });

  for (const html of [
    '<p><x><p>',
    '<p><x><div>',
    '<td><x><tr>',
    '<li><x><y><li>',
    '<dt><x><dd>',
    `${'<b>'.repeat(200)}${'<x>'.repeat(100)}1 > 0`,
  ]) {
    it(`gives of ${html.slice(0, 20)} what it gives of that again`, () => {
      const safe = sanitizeReceivedHtml(html, 'block').html;

      assert.equal(sanitizeReceivedHtml(safe, 'block').html, safe);
    });
  }

  it('cuts off what is behind a hundred thousand tags, and says so', () => {
    const { html, isTruncated } = sanitizeReceivedHtml('<br>'.repeat(200_000), 'block');

    assert.deepEqual([html, isTruncated], ['<br />'.repeat(99_999), true]);
  });

  it('cuts off what is behind more ampersands than character references fit into the bound, and says so', () => {
    const references = sanitizeReceivedHtml('&gt;'.repeat(MAX_CHARACTERS / 4 - 1), 'block');
    const ampersands = sanitizeReceivedHtml('&'.repeat(MAX_CHARACTERS), 'block');

    assert.equal(references.isTruncated, false);
    assert.deepEqual(
      [ampersands.html, ampersands.isTruncated],
      ['&amp;'.repeat(MAX_CHARACTERS / 4 - 1), true],
    );
  });

  it('moves the addresses of remote images to where they load nothing', () => {
    const html = '<img src="https://t.test/a.png" alt="a"><img src="cid:b@x">';

    assert.deepEqual(sanitizeReceivedHtml(html, 'block'), {
      html: '<img alt="a" data-remote-src="https://t.test/a.png" /><img src="cid:b@x" />',
      isTruncated: false,
      blocked: { count: 1, urls: ['https://t.test/a.png'] },
    });
  });

  it('tells what is blocked even where remote images are allowed', () => {
    const html =
      '<img src="https://t.test/a.png"><td background="https://t.test/b"><style>@import "//t.test/c"</style>';
    const { blocked } = sanitizeReceivedHtml(html, 'allow');

    assert.deepEqual(blocked, { count: 1, urls: ['//t.test/c'] });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (html) => void sanitize(html)));
  });

  it('changes nothing more when it is used again', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="https://x.test/">',
      '<table>',
      '<td>',
      '<b>',
      '&lt;',
      '&',
      '"',
      'x',
      '<!--',
      '>',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const output = sanitize(parts.join(''));
        assert.equal(sanitize(output), output);
      }),
    );
  });
});
