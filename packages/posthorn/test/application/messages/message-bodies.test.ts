import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageBodies } from '../../../src/application/messages/message-bodies.ts';
import { passwordLogin } from '../../../src/domain/login.ts';
import { InMemoryMailStore, mailbox, mailboxName, message, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));

describe('MessageBodies', () => {
  it('sanitises the HTML, tells what it lacks, and leaves the plain text as it is', async () => {
    const stored = message({ uid: 7, textPlain: '<b>plain</b>', textHtml: '<b>html</b>' });
    const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [stored] }]);
    const blocked = { count: 1, urls: ['https://t.test/a'] };
    const messageBodies = createMessageBodies({
      mailStore,
      htmlSanitizer: {
        sanitize: async ({ html, images }) => ({ html: `${images} ${html}`, isTruncated: true, blocked }),
      },
    });

    const body = await messageBodies.get(
      { account, mailbox: mailboxName('INBOX'), uid: uid(7), images: 'block' },
      new AbortController().signal,
    );

    assert.deepEqual(body, {
      uid: 7,
      textPlain: '<b>plain</b>',
      textHtml: 'block <b>html</b>',
      truncated: ['textHtml'],
      blocked,
    });
  });
});
