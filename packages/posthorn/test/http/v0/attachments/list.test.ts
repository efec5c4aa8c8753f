import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAttachmentId } from '../../../../src/domain/messages/attachment-id.ts';
import { file, InMemoryMailStore, mailbox, message, type StoredFile } from '../../in-memory-mail-store.ts';
import { createTestServer, get, INBOX } from '../../test-server.ts';

function createStore(...files: readonly StoredFile[]): InMemoryMailStore {
  return new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [message({ uid: 12, files })] }]);
}

const KEYS = { mailAccountId: 'gmail', mailFolderId: 'INBOX', parentMessageItemId: '12' };

describe('GET Attachments', () => {
  it('answers files and images with their contents as data URIs', async (t) => {
    const image = file({ part: '3', fileName: 'pic.png', mediaType: 'image/png' }, Buffer.from('pixels'));

    const answer = await get(
      createTestServer(t, { mailStore: createStore(file(), image) }),
      `${INBOX}/12/Attachments`,
    );

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      data: [
        {
          id: '2-4022fa3881f2724f',
          ...KEYS,
          text: 'a.txt',
          type: 'text/plain',
          size: 5,
          downloadUrl: 'data:application/octet-stream;base64,aGVsbG8=',
          previewImgSrc: '',
        },
        {
          id: formatAttachmentId(image.attachment),
          ...KEYS,
          text: 'pic.png',
          type: 'image/png',
          size: 6,
          downloadUrl: 'data:application/octet-stream;base64,cGl4ZWxz',
          previewImgSrc: 'data:image/png;base64,cGl4ZWxz',
        },
      ],
    });
  });

  it('answers large contents piece by piece, as the same document', async (t) => {
    const content = Buffer.alloc(500_000, 'pixels');
    const large = file({ part: '3', fileName: 'größe "1".png', mediaType: 'image/png' }, content);
    const files = createStore(file(), large, file({ part: '4', encodedOctets: 78_000_000 }));

    const answer = await get(createTestServer(t, { mailStore: files }), `${INBOX}/12/Attachments`);

    const base64 = content.toString('base64');
    const { success, data } = answer.json();
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.deepEqual([success, data.length], [true, 3]);
    assert.deepEqual(data[1], {
      id: formatAttachmentId(large.attachment),
      ...KEYS,
      text: 'größe "1".png',
      type: 'image/png',
      size: 500_000,
      downloadUrl: `data:application/octet-stream;base64,${base64}`,
      previewImgSrc: `data:image/png;base64,${base64}`,
    });
  });

  it('answers the address of its download for a file that is too large', async (t) => {
    const large = file({ encodedOctets: 78_000_000 });
    const url = `${INBOX}/12/Attachments`;

    const answer = await get(createTestServer(t, { mailStore: createStore(large) }), `${url}?_dc=1`);

    const [{ id, size, downloadUrl, previewImgSrc }] = answer.json().data;
    assert.deepEqual([size, previewImgSrc], [57_000_000, '']);
    const [address, query] = downloadUrl.split('?ticket=');
    assert.equal(address, `http://localhost:80${url}/${id}`);
    assert.match(query, /^[\w-]{100,}$/);
  });

  it('shows no preview of an SVG image, which is a document', async (t) => {
    const svg = file({ mediaType: 'image/svg+xml' });

    const answer = await get(createTestServer(t, { mailStore: createStore(svg) }), `${INBOX}/12/Attachments`);

    assert.equal(answer.json().data[0].previewImgSrc, '');
  });

  it('hides a media type that could break out of markup', async (t) => {
    const hostile = file({ mediaType: 'image/png");x:url("y' });

    const answer = await get(
      createTestServer(t, { mailStore: createStore(hostile) }),
      `${INBOX}/12/Attachments`,
    );

    assert.equal(answer.json().data[0].type, 'application/octet-stream');
  });

  it('names a file that has no name', async (t) => {
    const nameless = file({ fileName: null, mediaType: 'message/rfc822' });

    const answer = await get(
      createTestServer(t, { mailStore: createStore(nameless) }),
      `${INBOX}/12/Attachments`,
    );

    assert.equal(answer.json().data[0].text, 'attachment-2.eml');
  });
});
