import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDraftInfo } from '../../../../src/http/v0/message-drafts/draft-info.ts';

const encode = (value: unknown, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(JSON.stringify(value), encoding).toString('base64');

describe('parseDraftInfo', () => {
  it('reads account, folder and id', () => {
    assert.deepEqual(parseDraftInfo('WyJnbWFpbCIsIklOQk9YIiwiNDM1NiJd'), {
      mailAccountId: 'gmail',
      mailFolderId: 'INBOX',
      id: '4356',
    });
  });

  for (const encoding of ['utf8', 'latin1'] as const) {
    it(`reads a folder name with umlauts in ${encoding}`, () => {
      const info = parseDraftInfo(encode(['gmail', 'Entwürfe', '1'], encoding));

      assert.equal(info?.mailFolderId, 'Entwürfe');
    });
  }

  for (const [title, value] of [
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty text', ''],
    ['no base64', '!!!'],
    ['no JSON', Buffer.from('[').toString('base64')],
    ['two strings', encode(['a', 'b'])],
    ['four strings', encode(['a', 'b', 'c', 'd'])],
    ['a number among the strings', encode(['a', 'b', 1])],
    ['an object', encode({ 0: 'a', 1: 'b', 2: 'c', length: 3 })],
    ['something huge', encode(['a', 'b', 'c'.repeat(10_000)])],
  ] as const) {
    it(`ignores ${title}`, () => {
      assert.equal(parseDraftInfo(value), undefined);
    });
  }
});
