import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageBodies } from '../../src/application/message-bodies.ts';
import { passwordLogin } from '../../src/domain/login.ts';
import { InMemoryMailStore, mailbox, mailboxName, message, uid } from '../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));

describe('MessageBodies', () => {
  it('sanitises the HTML and leaves the plain text as it is', async () => {
    const stored = message({ uid: 7, textPlain: '<b>plain</b>', textHtml: '<b>html</b>' });
    const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [stored] }]);
    const messageBodies = createMessageBodies({
      mailStore,
      htmlSanitizer: { sanitize: (html) => html.toUpperCase() },
    });

    const body = await messageBodies.get(
      { account, mailbox: mailboxName('INBOX'), uid: uid(7) },
      new AbortController().signal,
    );

    assert.deepEqual(body, {
      uid: 7,
      textPlain: '<b>plain</b>',
      textHtml: '<B>HTML</B>',
      isTruncated: false,
    });
  });
});
