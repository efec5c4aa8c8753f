/** The MIME parser: broken and hostile messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MimePart, parseMimeMessage } from '../../src/message/mime-part.ts';

interface Outline {
  readonly type: string;
  readonly body: string;
  readonly parts?: readonly Outline[];
}

function outline(raw: string): Outline {
  const bytes = Buffer.from(raw);
  const toOutline = (part: MimePart): Outline => {
    const inner = part.message === undefined ? part.children : [part.message];
    const type = `${part.type}/${part.subtype}`;
    const body = bytes.toString('utf8', part.bodyStart, part.bodyEnd);
    return inner.length === 0 ? { type, body } : { type, body, parts: inner.map(toOutline) };
  };
  return toOutline(parseMimeMessage(bytes));
}

const multipart = (body: string) => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}`;

describe('parseMimeMessage', () => {
  it('takes a message without Content-Type for plain text', () => {
    assert.deepEqual(outline('A: b\r\n\r\nhi\r\n'), { type: 'text/plain', body: 'hi\r\n' });
  });

  it('takes an empty message', () => {
    assert.deepEqual(outline(''), { type: 'text/plain', body: '' });
  });

  it('leaves the line break before a delimiter to the delimiter', () => {
    const body = '--b\r\n\r\none\r\n\r\n--b\r\n\r\ntwo\r\n--b--\r\n';
    assert.deepEqual(outline(multipart(body)).parts, [
      { type: 'text/plain', body: 'one\r\n' },
      { type: 'text/plain', body: 'two' },
    ]);
  });

  it('ends the last part with the message when the closing delimiter is missing', () => {
    assert.deepEqual(outline(multipart('--b\r\n\r\none\r\n')).parts, [
      { type: 'text/plain', body: 'one\r\n' },
    ]);
  });

  it('ends inner parts at a delimiter of an outer part', () => {
    const inner = 'Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\ninner';
    const parts = outline(multipart(`--b\r\n${inner}\r\n--b\r\n\r\nouter\r\n--b--`)).parts;
    assert.deepEqual(parts?.[0]?.parts, [{ type: 'text/plain', body: 'inner' }]);
    assert.deepEqual(parts?.[1], { type: 'text/plain', body: 'outer' });
  });

  it('does not take a longer line for a delimiter', () => {
    const parts = outline(multipart('--b\r\n\r\none\r\n--bb\r\n--b--x\r\n--b--')).parts;
    assert.deepEqual(parts, [{ type: 'text/plain', body: 'one\r\n--bb\r\n--b--x' }]);
  });

  it('allows white space behind a delimiter', () => {
    assert.deepEqual(outline(multipart('--b \t\r\n\r\none\r\n--b-- \r\n')).parts, [
      { type: 'text/plain', body: 'one' },
    ]);
  });

  it('ignores delimiters behind the closing one', () => {
    assert.equal(outline(multipart('--b\r\n\r\none\r\n--b--\r\n--b\r\n\r\ntwo')).parts?.length, 1);
  });

  it('ends a header at a delimiter when its blank line is missing', () => {
    assert.deepEqual(outline(multipart('--b\r\nContent-Type: text/html\r\n--b\r\n\r\ntwo\r\n--b--')).parts, [
      { type: 'text/html', body: '' },
      { type: 'text/plain', body: 'two' },
    ]);
  });

  it('takes the parts of a digest for messages', () => {
    const raw = 'Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\nSubject: x\r\n\r\nhi\r\n--b--';
    assert.deepEqual(outline(raw).parts, [
      {
        type: 'message/rfc822',
        body: 'Subject: x\r\n\r\nhi',
        parts: [{ type: 'text/plain', body: 'hi' }],
      },
    ]);
  });

  it('takes a multipart without boundary for one part', () => {
    assert.deepEqual(outline('Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\none'), {
      type: 'multipart/mixed',
      body: '--b\r\n\r\none',
    });
  });

  it('opens 100 levels of multiparts and no more', () => {
    const level = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
    const raw = Array.from({ length: 10_000 }, (_, n) => level(n)).join('');
    assert.equal(depth(parseMimeMessage(Buffer.from(raw))), 101);
  });

  it('opens 100 levels of messages and no more', () => {
    const raw = 'Content-Type: message/rfc822\r\n\r\n'.repeat(5000);
    assert.equal(depth(parseMimeMessage(Buffer.from(raw))), 101);
  });

  it('stops at 10,000 parts, in linear time', () => {
    const raw = multipart('--b\r\n\r\n'.repeat(200_000));
    const start = performance.now();
    assert.equal(parseMimeMessage(Buffer.from(raw)).children.length, 9_999);
    assert.ok(performance.now() - start < 2000);
  });
});

function depth(root: MimePart): number {
  let levels = 0;
  for (let part: MimePart | undefined = root; part !== undefined; part = part.message ?? part.children[0])
    levels += 1;
  return levels;
}
