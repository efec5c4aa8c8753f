/** How often released clients wait for the mail server when they open a message and forward its file. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ImapRecorder, startImapRecorder } from '../support/imap-recorder.ts';
import { type MessageKey, ReleasedClient } from './released-client.ts';
import { openV0Server, startDovecotServers, type V0Server } from './v0-server.ts';

const ACCOUNT = 'gmail';
const DELAY_MS = 30;
const CONTENT = Buffer.alloc(200_000, 'x');

describe('Behind a network that takes 30 ms', () => {
  let v0: V0Server;
  let client: ReleasedClient;
  let recorder: ImapRecorder;
  before(async () => {
    const servers = await startDovecotServers();
    recorder = await startImapRecorder({ host: '127.0.0.1', port: servers.imapPort }, { delayMs: DELAY_MS });
    v0 = openV0Server({ ...servers, imapPort: recorder.port });
    client = new ReleasedClient(v0);
  });
  after(async () => {
    recorder.close();
    await v0.close();
  });

  const receive = async (name: string): Promise<MessageKey> => {
    const filename = `${name}.pdf`;
    const attachments = [{ filename, contentType: 'application/pdf', content: CONTENT }];
    const id = String(await v0.deliver('INBOX', { subject: name, attachments }));
    return { mailAccountId: ACCOUNT, mailFolderId: 'INBOX', id };
  };
  const list = (query = '') =>
    v0.send({
      method: 'GET',
      path: `MailAccounts/${ACCOUNT}/MailFolders/INBOX/MessageItems?start=0&limit=9${query}`,
    });
  const open = (key: MessageKey) =>
    Promise.all([client.read(key, '/MessageBody'), client.read(key, '/Attachments')]);

  it('the body and the files of a message whose parts are not known are asked for at once', async () => {
    const [earlier, key] = [await receive('earlier'), await receive('plan')];
    await list('&attributes=subject');
    await open(earlier);
    recorder.clear();

    const [, [file]] = await open(key);

    assert.equal(file.text, 'plan.pdf');
    const commands = recorder.commands();
    assert.deepEqual(commands.slice(0, 2), Array(2).fill(`UID FETCH ${key.id} (UID BODYSTRUCTURE)`));
    assert.ok(recorder.traffic().roundTrips <= 5, commands.join('\n'));
  });

  it('the body and the files of a listed message are read without asking for its parts', async () => {
    const key = await receive('budget');
    await list();
    recorder.clear();

    const [, [file]] = await open(key);

    assert.equal(file.text, 'budget.pdf');
    const commands = recorder.commands();
    assert.ok(!commands.some((command) => command.includes('BODYSTRUCTURE')), commands.join('\n'));
    assert.ok(recorder.traffic().roundTrips <= 5, commands.join('\n'));
  });

  it('a forwarded file is saved in six waits: the draft is read beside the file', async () => {
    const key = await receive('report');
    await list();
    await open(key);
    const draft = await client.createBody(
      { mailAccountId: ACCOUNT, mailFolderId: 'Drafts' },
      '<p>See</p><p>Subject: report</p>',
    );
    recorder.clear();

    const { parentMessageItemId, size } = await client.copyFile(draft, {
      text: 'report.pdf',
      type: 'application/pdf',
    });

    const commands = recorder.commands();
    const [ofDraft = '', ofFile] = [...commands.slice(0, 2)].sort();
    assert.match(ofDraft, /^UID FETCH \d+ \(UID BODY\.PEEK\[1\]<0\.\d+> /);
    assert.equal(ofFile, `UID FETCH ${key.id} (UID BODY.PEEK[2])`);
    // Two connections count the first wait twice.
    assert.ok(recorder.traffic().roundTrips <= 7, commands.join('\n'));
    const stored = (await v0.look('Drafts')).map(({ uid }) => String(uid));
    assert.deepEqual([size, stored], [CONTENT.length, [parentMessageItemId]]);
  });
});
