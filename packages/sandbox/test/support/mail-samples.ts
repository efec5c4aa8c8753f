/** Messages for tests; a test names only the fields that matter to it. */

/** A plain message. Fields replace or join the default ones by name. */
export function mail(fields: Readonly<Record<string, string>> = {}, body = 'Hello.\r\n'): string {
  const all = { From: 'Ann <ann@example.org>', Subject: 'A subject', ...fields };
  const header = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${header.join('')}\r\n${body}`;
}

/** A multipart/mixed with a text, a multipart/alternative, a message and an attachment. */
export const NESTED_MAIL = [
  'From: Ann <ann@example.org>',
  'Subject: Nested',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=outer',
  '',
  'preamble',
  '--outer',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'first text',
  '--outer',
  'Content-Type: multipart/alternative; boundary="in ner"',
  '',
  '--in ner',
  'Content-Type: text/plain',
  '',
  'plain',
  '--in ner',
  'Content-Type: text/html',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<b>html</b>',
  '--in ner--',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'From: Bob <bob@example.org>',
  'Subject: Inside',
  'Content-Type: text/plain',
  '',
  'inner body',
  '--outer',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment; filename="a b.pdf"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <id@example.org>',
  '',
  'AAAA',
  '--outer--',
  'epilogue',
  '',
].join('\r\n');
