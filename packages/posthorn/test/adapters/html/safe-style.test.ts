import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDeclarations, writeStyle } from '../../../src/adapters/html/safe-style.ts';

/** [what it does, style, safe style] */
const CASES: readonly (readonly [string, string, string | undefined])[] = [
  [
    'keeps colours',
    'color:#FF0000;background-color: rgba(1, 2, 3, 0.5)',
    'color: #ff0000; background-color: rgba(1,2,3,0.5)',
  ],
  ['keeps a background that is a colour', 'background: white', 'background: white'],
  [
    'keeps lengths',
    'margin:0 auto; padding: 1px 2.5em 3% .5rem',
    'margin: 0 auto; padding: 1px 2.5em 3% .5rem',
  ],
  [
    'keeps the parts of borders',
    'border-bottom-color:#ccc;border-top-width:2px;border-left-style:dotted;border-top-left-radius:4px',
    'border-bottom-color: #ccc; border-top-width: 2px; border-left-style: dotted; border-top-left-radius: 4px',
  ],
  ['keeps borders', 'border: 1px solid #ccc', 'border: 1px solid #ccc'],
  ['keeps fonts', 'font-family: "Segoe UI", Arial, sans-serif', 'font-family: "segoe ui",arial,sans-serif'],
  ['keeps the short form of fonts', 'font: bold 12px/1.5 Arial', 'font: bold 12px/1.5 arial'],
  [
    'keeps hidden preheaders hidden',
    'display:none;max-height:0;overflow:hidden',
    'display: none; max-height: 0; overflow: hidden',
  ],
  ['keeps a declaration without its importance', 'color: red !important', 'color: red'],
  ['removes unknown properties', 'mso-line-height-rule:exactly;color:red', 'color: red'],
  ['removes positions', 'position:fixed;top:0;z-index:9', undefined],
  ['removes negative lengths', 'margin:-5px;text-indent:-9999px', undefined],
  ['removes lengths of the window', 'width:100vw;height:100vh', undefined],
  [
    'keeps widths and heights of letters',
    'width:600px;height:2000px;max-width:100%',
    'width: 600px; height: 2000px; max-width: 100%',
  ],
  [
    'keeps large type',
    'font-size:72px;line-height:150%;font-weight:700',
    'font-size: 72px; line-height: 150%; font-weight: 700',
  ],
  [
    'removes sizes beyond any letter',
    'width:2001px;height:99999999px;min-width:500em;max-width:101%',
    undefined,
  ],
  [
    'removes gaps that push text out of sight',
    'margin-left:301px;padding:9999px;text-indent:50em',
    undefined,
  ],
  ['removes type larger than a page', 'font-size:201px;font:900px serif;line-height:9999', undefined],
  ['removes letters far apart', 'letter-spacing:51px;word-spacing:10em', undefined],
  ['removes transforms', 'transform:translate(-500px);translate:9px;scale:9;rotate:9deg;zoom:9', undefined],
  ['removes offsets', 'left:-9px;inset:0;top:1px;right:0;bottom:0', undefined],
  ['removes URLs', 'background:url(https://x.test/t);color:red', 'color: red'],
  [
    'keeps the colour before a URL',
    'background: RED url(https://x.test/t) no-repeat;background:url(x) #036;background:url(data:image/png;base64,A)',
    'background: red; background: #036',
  ],
  [
    'keeps the colour beside what it does not know',
    'background: #036 element(#a) evil;color:red',
    'background: #036; color: red',
  ],
  [
    'keeps gradients',
    'background:linear-gradient(to right, RGBA(1, 2, 3, .5) 0%, #fff 100%) no-repeat, #123456',
    'background: linear-gradient(to right, rgba(1, 2, 3, .5) 0%, #fff 100%) no-repeat, #123456',
  ],
  [
    'removes gradients with other functions',
    'background:linear-gradient(var(--a), url(https://x.test/t));background:linear-gradient(red, \\75rl(x))',
    undefined,
  ],
  ['removes functions', 'width:calc(1px);width:expression(1);color:var(--a)', undefined],
  ['removes escapes', 'color:\\72 ed;\\63olor:red', undefined],
  ['removes values with comments', 'color:r/**/ed', undefined],
  ['removes values with braces', 'color:red}body{color:red', undefined],
  ['removes fonts with quotes that are not closed', 'font-family:"Arial;color:red', 'color: red'],
  ['removes properties of objects', '__proto__:red;constructor:red', undefined],
  ['removes layouts that leave the flow', 'display:flex;display:fixed', undefined],
  ['gives undefined for an empty style', ' ; ;', undefined],
  ['removes a style beyond 4,000 characters', `color:red;${' '.repeat(4000)}`, undefined],
];

describe('readDeclarations', () => {
  for (const [behaviour, style, safe] of CASES) {
    it(behaviour, () => {
      assert.equal(writeStyle(readDeclarations(style, 'block')), safe);
    });
  }

  const withImages = (style: string) => writeStyle(readDeclarations(style, 'allow'));

  it('keeps images of other servers where they are allowed', () => {
    assert.equal(
      withImages("background:#036 url('//x.test/A(1).png') no-repeat center / cover"),
      'background: #036 url("https://x.test/A%281%29.png") no-repeat center / cover',
    );
    assert.equal(
      withImages('background-image:url(http://x.test/a)'),
      'background-image: url("http://x.test/a")',
    );
  });

  it('keeps no other address, and none elsewhere', () => {
    const styles = [
      'cid:a@x',
      'javascript:alert(1)',
      'a.png',
      'data:image/png;base64,A',
      'https://x.test/a\\29',
    ];

    assert.deepEqual(
      styles.map((url) => withImages(`background-image:url(${url})`)),
      styles.map(() => undefined),
    );
    assert.equal(
      withImages('list-style-image:url(https://x.test/a);cursor:url(https://x.test/a)'),
      undefined,
    );
  });
});
