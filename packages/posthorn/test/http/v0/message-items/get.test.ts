import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer, get, INBOX, smallMailStore } from '../../test-server.ts';

const NO_UIDS = [
  '1:*',
  '*',
  '1,2',
  '0',
  '-1',
  '4294967296',
  '01',
  '1e3',
  '%201',
  '%EF%BC%91',
  '1%0d%0aX',
  'constructor',
];

describe('GET MessageItems/{id}', () => {
  it('answers the attributes of one message', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}/12?attributes=subject,seen&target=MessageItem`);

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      data: { id: '12', mailAccountId: 'gmail', mailFolderId: 'INBOX', subject: 'Message 12', seen: false },
    });
  });

  it('answers 404 for a message that is not there', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}/99`);

    assert.equal(answer.statusCode, 404);
    assert.deepEqual([answer.json().success, answer.json().code], [false, 'message-unknown']);
  });

  for (const id of NO_UIDS) {
    it(`answers 404 for the id ${id} and asks the mail server nothing but the login`, async (t) => {
      const mailStore = smallMailStore();
      const app = createTestServer(t, { mailStore });

      const answers = [await get(app, `${INBOX}/${id}`), await get(app, `${INBOX}/${id}/MessageBody`)];

      assert.deepEqual(
        answers.map((answer) => [answer.statusCode, answer.json().code]),
        [
          [404, 'message-unknown'],
          [404, 'message-unknown'],
        ],
      );
      assert.deepEqual(mailStore.calls, ['verifyLogin', 'verifyLogin']);
    });
  }
});
