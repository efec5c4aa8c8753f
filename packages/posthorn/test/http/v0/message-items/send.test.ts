import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageSubmissions } from '../../../../src/application/sending/message-submissions.ts';
import { MailError, type MailErrorCode } from '../../../../src/domain/errors/mail-error.ts';
import { AUTHORIZATION, createTestServer, INBOX } from '../../test-server.ts';

const SENT = { submission: null, filed: null, warnings: [] };

function submissions(send: MessageSubmissions['send']): MessageSubmissions {
  return { send, close: async () => undefined };
}

function refusing(code: MailErrorCode, detail: string): MessageSubmissions {
  return submissions(() => Promise.reject(new MailError(code, { detail })));
}

describe('POST MessageItems/{id}', () => {
  it('asks for sending without filing', async (t) => {
    const asked: unknown[] = [];
    const messageSubmissions = submissions(async ({ message, isFiled }) => {
      asked.push([message.mailbox, message.uid, isFiled]);
      return SENT;
    });
    const app = createTestServer(t, { services: { messageSubmissions } });

    const answer = await app.inject({
      method: 'POST',
      url: `${INBOX}/12?_dc=1`,
      headers: { authorization: AUTHORIZATION },
    });

    assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
    assert.deepEqual(asked, [['INBOX', 12, false]]);
  });

  it('waits for the end, however long a request may take', async (t) => {
    const messageSubmissions = submissions(
      () => new Promise((resolve) => setTimeout(() => resolve({ ...SENT, warnings: ['not-marked'] }), 100)),
    );
    const app = createTestServer(t, { services: { messageSubmissions }, options: { requestTimeoutMs: 30 } });

    const answer = await app.inject({
      method: 'POST',
      url: `${INBOX}/12`,
      headers: { authorization: AUTHORIZATION },
    });

    assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
  });

  for (const [code, status, shownCode, detail] of [
    ['conflict', 409, 'conflict', 'Why.'],
    ['message-rejected', 422, 'message-rejected', 'Why.'],
    ['authentication-failed', 422, 'message-rejected', 'Why.'],
    ['submission-uncertain', 502, 'submission-uncertain', 'Why.'],
    ['server-unreachable', 502, 'server-unreachable', undefined],
    ['quota-exceeded', 507, 'quota-exceeded', undefined],
  ] as const) {
    it(`answers ${status} with the text that clients know when it fails with ${code}`, async (t) => {
      const app = createTestServer(t, { services: { messageSubmissions: refusing(code, 'Why.') } });

      const answer = await app.inject({
        method: 'POST',
        url: `${INBOX}/12`,
        headers: { authorization: AUTHORIZATION },
      });

      const body = answer.json();
      assert.deepEqual(
        [answer.statusCode, body.success, body.msg, body.code, body.detail],
        [status, false, 'Sending the message failed.', shownCode, detail],
      );
    });
  }
});
