/** Raw messages for tests: structure, header fields and encodings as written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildMessage } from './message-samples.ts';

const LINES = (...lines: readonly string[]): string => lines.join('\r\n');

describe('buildMessage', () => {
  it('fills in everything that a test leaves out', () => {
    assert.equal(
      buildMessage().toString(),
      LINES(
        'Date: Tue, 02 Jan 2024 03:04:05 +0000',
        'From: Ann <ann@example.com>',
        'To: Alice <alice@example.org>',
        'Subject: Hello',
        'Message-ID: <1b46af7ee035ecee@example.org>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        'Hello',
      ),
    );
  });

  it('leaves a field out for null and writes a raw date as it is', () => {
    const head = buildMessage({ from: null, to: null, subject: null, date: 'yesterday', messageId: null });

    assert.match(head.toString(), /^Date: yesterday\r\nMIME-Version: 1\.0\r\n/);
  });

  it('encodes names and subjects outside ASCII and quotes names that need it', () => {
    const message = buildMessage({
      subject: 'Gr\u00fc\u00dfe',
      from: { name: 'Doe, "Jane"', address: 'jane@example.com' },
      to: [{ name: 'Zo\u00eb', address: 'zoe@example.com' }, 'undisclosed:;'],
    }).toString();

    assert.match(
      message,
      /From: "Doe, \\"Jane\\"" <jane@example\.com>\r\nTo: =\?utf-8\?B\?Wm\/Dqw==\?= <zoe@example\.com>, undisclosed:;\r\nSubject: =\?utf-8\?B\?R3LDvMOfZQ==\?=\r\n/,
    );
  });

  it('nests alternative, related and mixed parts as the content asks', () => {
    const message = buildMessage({
      text: 'plain',
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'a.pdf', contentType: 'application/pdf' },
        { filename: 'logo.png', contentType: 'image/png', disposition: 'inline', contentId: 'logo' },
      ],
    }).toString();

    const types = message.match(/(?<=Content-Type: )[a-z/]+/g);
    assert.deepEqual(types, [
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ]);
  });

  it('writes a text in an 8-bit charset', () => {
    const message = buildMessage({ text: 'Gr\u00fc\u00dfe', charset: 'iso-8859-1' });

    assert.deepEqual(message.subarray(-5), Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]));
  });

  it('cuts quoted-printable lines between octets', () => {
    const message = buildMessage({ text: `${'\u00fc'.repeat(14)} =\r\nend `, encoding: 'quoted-printable' });

    const body = message.toString().split('\r\n\r\n')[1];
    assert.equal(body, `${'=C3=BC'.repeat(12)}=\r\n=C3=BC=C3=BC =3D\r\nend=20`);
  });

  it('writes a file name outside ASCII in each way that mail programs do', () => {
    const fieldOf = (filenameStyle: 'rfc2231' | 'rfc2231-continued' | 'encoded-word' | 'raw'): string =>
      buildMessage({ attachments: [{ filename: "\u00fc'.txt", filenameStyle }] })
        .toString()
        .replace(/^.*Content-Disposition: attachment;\s*(.*?)\r\n\r\n.*$/s, '$1');

    assert.deepEqual(
      [fieldOf('rfc2231'), fieldOf('rfc2231-continued'), fieldOf('encoded-word'), fieldOf('raw')],
      [
        "filename*=utf-8''%C3%BC%27.txt",
        "filename*0*=utf-8''%C3%BC%27.txt",
        'filename="=?utf-8?B?w7wnLnR4dA==?="',
        'filename="\u00fc\'.txt"',
      ],
    );
  });

  it('marks flowed text', () => {
    assert.match(
      buildMessage({ isFlowed: true }).toString(),
      /text\/plain; charset=utf-8; format=flowed\r\n/,
    );
  });

  it('gives equal octets for equal samples', () => {
    const sample = { subject: 'Twice', attachments: [{}] };

    assert.deepEqual(buildMessage(sample), buildMessage(sample));
  });
});
