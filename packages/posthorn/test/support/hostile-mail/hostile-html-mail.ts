/** HTML that costs its readers time or memory, and files that are not what they say. */
import {
  base64,
  CRLF,
  entity,
  type HostileMessage,
  hostile,
  html,
  multipart,
  text,
  times,
} from './hostile-message.ts';

const bomb = (name: string, content: () => string): HostileMessage =>
  hostile(`html-${name}`, () => ({ entity: html(content()) }));

const MB = 1_000_000;
/** The text as often as it fits into so many characters. */
const fill = (piece: string, characters = MB): string => piece.repeat(Math.ceil(characters / piece.length));

const HTML_BOMBS: readonly HostileMessage[] = [
  bomb('nested-20000', () => '<div>'.repeat(20_000)),
  bomb('nested-500000', () => '<div>'.repeat(500_000)),
  bomb('list-items', () => fill('<li>')),
  bomb('list-items-3-mb', () => fill('<li>', 3 * MB)),
  bomb('formatting', () => fill('<b><i><u><font>')),
  bomb('formatting-crossed', () => fill('<b><p><i></b></p></i>')),
  bomb('links-in-links', () => fill('<a href="https://x.test/">')),
  bomb('tables-open', () => '<table><tr><td>'.repeat(100_000)),
  bomb('tables-flat', () => fill('<table><tr><td>x</table>')),
  bomb('cells', () => `<table>${fill('<tr><td>a<td>b')}</table>`),
  bomb('ends-of-paragraphs', () => fill('</p>')),
  bomb('ends-of-nothing', () => fill('</x>')),
  bomb('entities', () => fill('&amp;')),
  bomb('entities-long', () => fill('&CounterClockwiseContourIntegral;')),
  bomb('ampersands', () => fill('&')),
  bomb('less-than', () => fill('<')),
  bomb('comments', () => fill('<!-->')),
  bomb('comment-open', () => `<!--${fill('-')}`),
  bomb('cdata', () => fill('<![CDATA[x]]>')),
  bomb('attributes-100000', () => `<p ${times(100_000, (index) => `a${index}=b `)}>x`),
  bomb('attribute-of-3-mb', () => `<p title="${'t'.repeat(3 * MB)}">x`),
  bomb('attributes-equal', () => fill('<p title=a title=b title=c>')),
  bomb('style-of-declarations', () => `<p style="${'color:red;'.repeat(100_000)}">x`),
  bomb('styles', () => fill('<p style="color:red;margin:1px;padding:2px;font:12px serif">x')),
  bomb('style-sheet', () => `<style>${fill('a b c d e f > g ~ h{color:red}')}</style>x`),
  bomb('style-sheet-open', () => `<style>${fill('@import url(https://t.test/a);')}`),
  bomb('images-20000', () => times(20_000, (index) => `<img src="https://t.test/${index}.gif">`)),
  bomb('images-of-the-message', () => times(20_000, (index) => `<img src="cid:${index}@x">`)),
  bomb('image-set', () => `<img srcset="${fill('https://t.test/a 1x, ')}">`),
  bomb('image-of-data', () => `<img src="data:image/png;base64,${'A'.repeat(2 * MB)}">`),
  bomb('svg-open', () => `<svg>${fill('<g><text>x')}`),
  bomb('math', () => fill('<math><mtext><table><mglyph>')),
  bomb('templates', () => fill('<template>')),
  bomb('selects', () => fill('<select><option>x')),
  bomb('forms', () => fill('<form action=//t.test><input name=a>')),
  bomb('scripts', () => fill('<script>x</script>')),
  bomb('title-open', () => `<title>${fill('x<b>')}`),
  bomb('preformatted', () => `<pre>${fill('a\n')}`),
  bomb('line-breaks', () => fill('<br>')),
  bomb('one-word', () => fill('w')),
  bomb('unicode', () => fill('\xf0\x9f\x92\xa9')),
  bomb('null-characters', () => fill('<p\u0000>\u0000')),
  hostile('html-quoted-soft-breaks', () => ({
    entity: entity('text/html', `<p>${`=${CRLF}`.repeat(300_000)}x`, { encoding: 'quoted-printable' }),
  })),
  hostile('html-parts-1000', () => ({
    entity: multipart(Array.from({ length: 1_000 }, () => html('<p>x</p>'.repeat(100)))),
  })),
];

const attached = (type: string, name: string, content: string, encoding?: string) =>
  entity(`${type}; name="${name}"`, content, {
    disposition: `attachment; filename="${name}"`,
    ...(encoding === undefined ? {} : { encoding }),
  });

const HOSTILE_FILES: readonly HostileMessage[] = [
  hostile('files-that-browsers-run', () => ({
    entity: multipart([
      text('see the files'),
      attached('text/html', 'a.html', '<script>alert(1)</script>'),
      attached('image/svg+xml', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      attached('application/xhtml+xml', 'a.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'),
      attached('text/xml', 'a.xml', '<?xml-stylesheet href="javascript:alert(1)"?><a/>'),
      attached('application/pdf', 'a.pdf.exe', 'MZ'),
      attached('image/png', 'a.png', '<script>alert(1)</script>'),
      attached('message/rfc822', 'a.eml', `Subject: x${CRLF}${CRLF}x`),
    ]),
  })),
  hostile('files-20', () => ({
    entity: multipart(
      Array.from({ length: 20 }, (_, index) => attached('image/gif', `${index}.gif`, 'GIF89a')),
    ),
  })),
  hostile('file-of-12-mb', () => ({
    entity: multipart([
      text('large'),
      attached('application/zip', 'a.zip', base64('PK\u0003\u0004'.repeat(3 * MB)), 'base64'),
    ]),
  })),
  hostile('file-of-tnef', () => ({
    entity: multipart([
      text('x'),
      attached('application/ms-tnef', 'winmail.dat', base64('\x78\x9f\x3e\x22'), 'base64'),
    ]),
  })),
  hostile('file-of-soft-breaks', () => ({
    entity: multipart([text('x'), attached('text/csv', 'a.csv', `=${CRLF}`.repeat(MB), 'quoted-printable')]),
  })),
  hostile('file-of-broken-base64', () => ({
    entity: multipart([text('x'), attached('image/png', 'a.png', '%%%=AA=A'.repeat(100_000), 'base64')]),
  })),
];

export const HOSTILE_HTML_MAIL: readonly HostileMessage[] = [...HTML_BOMBS, ...HOSTILE_FILES];
