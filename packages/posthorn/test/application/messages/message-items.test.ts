import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageItems } from '../../../src/application/messages/message-items.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MessageQuery } from '../../../src/domain/messages/message-query.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE, smallMailStore } from '../../http/test-server.ts';

const SIGNAL = new AbortController().signal;
const FOLDER = {
  account: accountOf(passwordLogin(JANE, 'secret')),
  mailbox: mailboxName('INBOX'),
};

describe('MessageItems', () => {
  it('lists the messages of a query with the attributes that it asks for, and no others', async () => {
    const query: MessageQuery = {
      window: { start: 1, limit: 1 },
      maxRows: 10,
      order: [{ key: 'uid', isDescending: false }],
      criterion: null,
      attributes: new Set(['subject']),
    };

    const page = await createMessageItems({ mailStore: smallMailStore() }).list({ ...FOLDER, query }, SIGNAL);

    assert.deepEqual(page, {
      items: [{ uid: 12, subject: 'Message 12' }],
      total: 3,
      matching: 3,
      unread: 3,
      uidValidity: 1,
      uidNext: 14,
      highestModSeq: null,
      isTruncated: false,
      hasPrevious: true,
      hasNext: true,
      firstPosition: null,
      lastPosition: null,
    });
  });

  it('gives one message with the attributes that are asked for', async () => {
    const selection = { attributes: new Set(['seen', 'size'] as const) };

    const item = await createMessageItems({ mailStore: smallMailStore() }).get(
      { ...FOLDER, uid: uid(12), selection },
      SIGNAL,
    );

    assert.deepEqual(item, { uid: 12, seen: false, size: 2048 });
  });
});
