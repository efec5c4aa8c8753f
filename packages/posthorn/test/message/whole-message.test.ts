import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWholeMessage } from '../../src/message/whole-message.ts';

const read = (text: string) => readWholeMessage(Buffer.from(text));

describe('readWholeMessage', () => {
  it('finds the parts behind a boundary that is written as an extended parameter', async () => {
    const { textPlain } = await read(
      "Content-Type: multipart/mixed;\r\n boundary*=us-ascii''xyz\r\n\r\n--xyz\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n",
    );

    assert.deepEqual(textPlain.split(/\s+/).filter(Boolean), ['one', 'two']);
  });

  it('gives both texts', async () => {
    const texts = await read('Content-Type: text/html\r\n\r\n<p>html</p>');

    assert.deepEqual([texts.textPlain, texts.textHtml.trim()], ['', '<p>html</p>']);
  });

  it('gives nothing for nested beyond reason, and for nothing', async () => {
    const deep = Array.from(
      { length: 2_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join('');

    assert.deepEqual(await read(deep), { textPlain: '', textHtml: '' });
    assert.deepEqual(await read(''), { textPlain: '', textHtml: '' });
  });
});
