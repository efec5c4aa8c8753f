/** Version 0 gives released clients what they need to answer and forward mail with the texts and files that they copy. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageSample } from '../support/message-samples.ts';
import { type MessageKey, ReleasedClient } from './released-client.ts';
import { type MailServers, openV0Server, USER, type V0Server } from './v0-server.ts';

const ACCOUNT = 'gmail';
const DRAFTS = { mailAccountId: ACCOUNT, mailFolderId: 'Drafts' };
const ANN = { name: 'Ann', address: 'ann@example.com' };
const LOGO = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: 'PNG',
  disposition: 'inline',
  contentId: 'logo@example.com',
} as const;
const WITH_LOGO: MessageSample = {
  subject: 'With a logo',
  text: 'Hello in text',
  html: '<p>Hello in HTML</p><img src="cid:logo@example.com" alt="logo">',
  attachments: [LOGO],
};

/** `open` starts mail servers with the mailboxes Drafts and Sent. */
export function v0AnsweringSuite(name: string, open: () => Promise<MailServers>): void {
  describe(`A released client answers and forwards over ${name}`, () => {
    let v0: V0Server;
    let client: ReleasedClient;
    before(async () => {
      v0 = openV0Server(await open());
      client = new ReleasedClient(v0);
    });
    after(() => v0.close());

    const receive = async (sample: MessageSample): Promise<MessageKey> => {
      const id = String(await v0.deliver('INBOX', sample));
      return { mailAccountId: ACCOUNT, mailFolderId: 'INBOX', id };
    };
    const storedText = async ({ id }: MessageKey): Promise<string> =>
      (await v0.look('Drafts')).find(({ uid }) => uid === Number(id))?.raw ?? '';
    /** The texts as its editor has them. */
    const openInEditor = (key: MessageKey) => client.read(key, '/MessageBody');
    /** A draft of the texts of the message, as the client makes it: the HTML quoted, the plain text as it was read. */
    const quote = async (key: MessageKey, subject = ''): Promise<MessageKey> => {
      const { textHtml, textPlain } = await openInEditor(key);
      const html = `<p>My answer</p><b>Subject:</b> ${subject}<blockquote>${textHtml}</blockquote>`;
      return client.createBody(DRAFTS, html, textPlain);
    };
    const filesOf = async (key: MessageKey): Promise<readonly (readonly [string, string])[]> =>
      (await client.read(key, '/Attachments')).map(({ text, downloadUrl }: Record<string, string>) => [
        text,
        Buffer.from(downloadUrl?.split(',')[1] ?? '', 'base64').toString(),
      ]);
    const copyAll = async (from: MessageKey, to: MessageKey): Promise<MessageKey> => {
      let key = to;
      for (const file of await client.read(from, '/Attachments')) {
        key = { ...key, id: (await client.copyFile(key, file)).parentMessageItemId };
      }
      return key;
    };

    it('an answer that is sent at once has its own text in both alternatives', async () => {
      const key = await client.saveNew(
        await quote(
          await receive({ subject: 'Question', text: 'Please answer', html: '<p>Please answer</p>' }),
        ),
        { from: JSON.stringify({ name: 'Jane', address: USER.name }), to: JSON.stringify([ANN]) },
      );

      await client.submit(key);

      const raw = v0.sink.acceptedMail.at(-1)?.raw.toString() ?? '';
      assert.equal(raw.match(/My answer/g)?.length, 2, raw);
    });

    it('a plain text is quoted, escaped', async () => {
      const { textHtml, textPlain } = await openInEditor(await receive({ text: 'a < b\r\n<script> & "c"' }));

      assert.deepEqual([textHtml, textPlain], ['a &lt; b<br />\n&lt;script&gt; &amp; &quot;c&quot;', '']);
    });

    it('a plain draft of another program keeps its text when it is saved from the editor', async () => {
      const uid = await v0.deliver('Drafts', { text: 'Dear Ann,\r\n\r\nlong ago' }, ['\\Draft']);
      const key = { ...DRAFTS, id: String(uid) };
      const { textHtml } = await openInEditor(key);

      const saved = await client.saveBody(key, `${textHtml}<p>now</p>`);

      assert.match(await storedText(saved), /Dear Ann,\r\n\r\nlong ago\r\n\r\nnow/);
    });

    it('the images of a message are in its HTML for reading, and by their Content-ID for the editor', async () => {
      const key = await receive(WITH_LOGO);

      const path = `MailAccounts/${ACCOUNT}/MailFolders/INBOX/MessageItems/${key.id}/MessageBody`;
      const { body } = await v0.send({ method: 'GET', path });

      assert.match(body.data.textHtml, /<img alt="logo" src="data:image\/png;base64,UE5H"/);
      assert.match((await openInEditor(key)).textHtml, /src="cid:logo@example\.com"/);
    });

    it('an answer brings the images along that it quotes', async () => {
      const key = await quote(await receive(WITH_LOGO));

      assert.deepEqual(await filesOf(key), [['logo.png', 'PNG']]);
      const stored = await storedText(key);
      assert.match(stored, /^Content-ID: <logo@example\.com>\r$/im);
      assert.match(stored, /cid:logo@example\.com/);
    });

    it('images that are nowhere are left out of what is saved, and those of the draft stay', async () => {
      const first = await quote(await receive(WITH_LOGO));

      const saved = await client.saveBody(
        first,
        '<p>Edited</p><img src="cid:logo@example.com"><img alt="a > b" src=\'cid:gone@example.com\'><i>end</i>',
      );

      const stored = await storedText(saved);
      assert.doesNotMatch(stored, /gone@/);
      assert.match(stored, /<img src="cid:logo@example\.com"><i>end<\/i>/);
      assert.deepEqual(await filesOf(saved), [['logo.png', 'PNG']]);
    });

    it('files are forwarded, each once, images that are shown too, and two of one name', async () => {
      const original = await receive({
        ...WITH_LOGO,
        attachments: [
          LOGO,
          { filename: 'plan.txt', contentType: 'text/plain', content: 'first' },
          { filename: 'plan.txt', contentType: 'text/plain', content: 'second' },
        ],
      });

      const key = await copyAll(original, await quote(original));

      assert.deepEqual(await filesOf(key), [
        ['logo.png', 'PNG'],
        ['plan.txt', 'first'],
        ['plan.txt', 'second'],
      ]);
    });

    it('of two opened messages with files of one name and size, the one counts whose subject is in the draft', async () => {
      const fileOf = (content: string) => ({
        attachments: [{ filename: 'report.txt', contentType: 'text/plain', content }],
      });
      const monday = await receive({ subject: 'Report of Monday', ...fileOf('one') });
      const friday = await receive({ subject: 'Report of Friday', ...fileOf('two') });
      const forward = await quote(monday, 'Report of Monday');
      await openInEditor(friday);

      const key = await copyAll(monday, forward);

      assert.deepEqual(await filesOf(key), [['report.txt', 'one']]);
    });

    it('a file that could be one of two is refused by its name', async () => {
      const fileOf = (content: string) => ({
        attachments: [{ filename: 'minutes.txt', contentType: 'text/plain', content }],
      });
      await openInEditor(await receive({ subject: 'One', ...fileOf('1') }));
      await openInEditor(await receive({ subject: 'Two', ...fileOf('twice') }));
      const { id } = await client.createBody(DRAFTS, '<p>Nothing quoted</p>');
      const payload = new FormData();
      payload.append('files[0][text]', 'minutes.txt');
      payload.append('files[0][type]', 'text/plain');

      const path = `MailAccounts/${ACCOUNT}/MailFolders/Drafts/MessageItems/${id}/Attachments`;
      const { status, body } = await v0.send({ method: 'POST', path, payload });

      assert.deepEqual([status, body.success, body.parameter], [400, false, 'files[0][blob]']);
      assert.match(body.detail, /"minutes\.txt"/);
    });

    describe('after a restart, a file of a message that the draft quotes', () => {
      const fileOf = (filename: string, content: string) => ({
        attachments: [{ filename, contentType: 'text/plain', content }],
      });

      it('is found by the subject in the draft, also where another subject is a part of it', async () => {
        await receive({ subject: 'Budget', ...fileOf('budget.txt', 'none') });
        const original = await receive({ subject: 'Budget of May', ...fileOf('budget.txt', 'of May') });
        const forward = await quote(original, 'Budget of May');
        const files = await client.read(original, '/Attachments');
        await v0.restart();

        const { parentMessageItemId } = await client.copyFile(forward, files[0]);

        const key = { ...forward, id: parentMessageItemId };
        assert.deepEqual(await filesOf(key), [['budget.txt', 'of May']]);
      });

      it('is not that of another message that was opened since', async () => {
        const original = await receive({ subject: 'Offer of June', ...fileOf('offer.txt', 'of June') });
        const other = await receive({ subject: 'Offer of July', ...fileOf('offer.txt', 'July') });
        const forward = await quote(original, 'Offer of June');
        const [file] = await client.read(original, '/Attachments');
        await v0.restart();
        await openInEditor(other);

        const { parentMessageItemId } = await client.copyFile(forward, file);

        const key = { ...forward, id: parentMessageItemId };
        assert.deepEqual(await filesOf(key), [['offer.txt', 'of June']]);
      });

      it('is found by In-Reply-To', async () => {
        const messageId = '<contract@example.com>';
        const original = await receive({ subject: '', messageId, ...fileOf('contract.txt', 'signed') });
        const draft = await client.saveNew(await quote(original), { inReplyTo: messageId });
        await v0.restart();

        const { parentMessageItemId } = await client.copyFile(draft, {
          text: 'contract.txt',
          type: 'text/plain',
        });

        const key = { ...draft, id: parentMessageItemId };
        assert.deepEqual(await filesOf(key), [['contract.txt', 'signed']]);
      });

      it('is refused where two such messages have different files of that name', async () => {
        const original = await receive({ subject: 'Weekly', ...fileOf('weekly.txt', '1') });
        await receive({ subject: 'Weekly', ...fileOf('weekly.txt', 'another') });
        const { id } = await quote(original, 'Weekly');
        await v0.restart();
        const payload = new FormData();
        payload.append('files[0][text]', 'weekly.txt');
        payload.append('files[0][type]', 'text/plain');

        const path = `MailAccounts/${ACCOUNT}/MailFolders/Drafts/MessageItems/${id}/Attachments`;
        const { status, body } = await v0.send({ method: 'POST', path, payload });

        assert.deepEqual([status, body.parameter], [400, 'files[0][blob]']);
      });
    });

    it('a file of more than a megabyte has no address in the answer to its upload', async () => {
      const key = await client.createBody(DRAFTS, '<p>Large</p>');
      const content = Buffer.alloc(1_000_001, 'x');

      const file = await client.upload(key, { name: 'large.bin', type: 'application/zip', content });

      assert.deepEqual([file.size, file.downloadUrl], [1_000_001, undefined]);
    });
  });
}
