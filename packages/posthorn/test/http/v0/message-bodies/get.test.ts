import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uid } from '../../in-memory-mail-store.ts';
import { createTestServer, get, INBOX, smallMailStore } from '../../test-server.ts';

describe('GET MessageBody', () => {
  it('answers both texts, the HTML sanitised', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}/12/MessageBody?target=Other`);

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      data: {
        id: '12',
        mailAccountId: 'gmail',
        mailFolderId: 'INBOX',
        textHtml: 'sanitised:allow:',
        textPlain: 'Hi',
      },
    });
  });

  it('says that a text was cut', async (t) => {
    const mailStore = smallMailStore();
    mailStore.getMessageBody = async () => ({
      uid: uid(12),
      textPlain: 'x',
      textHtml: '',
      truncated: ['textPlain'],
    });

    const answer = await get(createTestServer(t, { mailStore }), `${INBOX}/12/MessageBody`);

    assert.deepEqual(answer.json().meta, { truncated: true, truncatedContent: ['textPlain'] });
  });

  it('answers 404 for a message that is not there', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}/99/MessageBody`);

    assert.equal(answer.statusCode, 404);
  });
});
