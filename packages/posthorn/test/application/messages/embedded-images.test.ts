import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { embedImages } from '../../../src/application/messages/embedded-images.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import {
  file,
  InMemoryMailStore,
  mailbox,
  mailboxName,
  message,
  type StoredFile,
  uid,
} from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));

function image(contentId: string, content = Buffer.from('PNG'), mediaType = 'image/png'): StoredFile {
  return file({ part: contentId, contentId, mediaType, encodedOctets: content.length }, content);
}

function embed(html: string, ...files: readonly StoredFile[]): Promise<string> {
  const messages = [message({ uid: 7, files })];
  const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages }]);
  const location = { account, mailbox: mailboxName('INBOX'), uid: uid(7) };
  return embedImages(mailStore, { message: location, html }, new AbortController().signal);
}

describe('embedImages', () => {
  it('shows images wherever they are, and leaves all other addresses', async () => {
    const html = '<img src="cid:1"><img src="cid:1"><img src="cid:gone"><img src="https://e.test/">';

    const shown = '<img src="data:image/png;base64,UE5H">';
    assert.equal(
      await embed(html, image('1')),
      shown + shown + html.slice(html.indexOf('<img src="cid:gone')),
    );
  });

  it('shows no documents, such as SVG', async () => {
    const html = '<img src="cid:1">';

    assert.equal(await embed(html, image('1', Buffer.from('<svg/>'), 'image/svg+xml')), html);
  });

  it('shows 5 MB, counted as often as they are shown', async () => {
    const html = '<img src="cid:1"><img src="cid:1"><img src="cid:2">';

    const shown = await embed(html, image('1', Buffer.alloc(3_000_000)), image('2', Buffer.alloc(2_000_001)));

    assert.ok(shown.startsWith('<img src="data:image/png;base64,AAAA'), shown.slice(0, 50));
    assert.ok(shown.endsWith('<img src="cid:1"><img src="cid:2">'), shown.slice(-50));
  });
});
