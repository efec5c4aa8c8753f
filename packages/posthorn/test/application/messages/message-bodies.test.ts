import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageBodies } from '../../../src/application/messages/message-bodies.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
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
      htmlReader: { toText: () => assert.fail('There is plain text.') },
    });

    const body = await messageBodies.get(
      {
        account,
        mailbox: mailboxName('INBOX'),
        uid: uid(7),
        images: 'block',
        texts: new Set(['textPlain', 'textHtml']),
      },
      new AbortController().signal,
    );

    assert.deepEqual(body, {
      uid: 7,
      textPlain: '<b>plain</b>',
      textHtml: 'block <b>html</b>',
      truncated: ['textHtml'],
      blocked,
      isPlainDerived: false,
    });
  });

  it('makes the plain text from the HTML where there is no other and it is selected', async () => {
    const stored = message({ uid: 7, textPlain: ' ', textHtml: '<b>html</b>' });
    const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [stored] }]);
    const messageBodies = createMessageBodies({
      mailStore,
      htmlSanitizer: {
        sanitize: async ({ html }) => ({ html, isTruncated: false, blocked: { count: 0, urls: [] } }),
      },
      htmlReader: { toText: async (html) => `text of ${html}` },
    });
    const location = { account, mailbox: mailboxName('INBOX'), uid: uid(7), images: 'block' as const };
    const { signal } = new AbortController();

    const wanted = await messageBodies.get({ ...location, texts: new Set(['textPlain']) }, signal);
    const received = await messageBodies.get(location, signal);

    assert.deepEqual([wanted.textPlain, wanted.isPlainDerived], ['text of <b>html</b>', true]);
    assert.deepEqual([received.textPlain, received.isPlainDerived], [' ', false]);
  });
});
