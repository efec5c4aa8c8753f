/** The lies of Gmail. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import { xoauth2Response } from '../support/authentication.ts';
import { LineClient } from '../support/line-client.ts';
import { mail } from '../support/mail-samples.ts';
import { capabilityWords, listedNames, openProfile, openProfileSession } from './open-profile.ts';

const EMPTY_MULTIPART = mail({ 'Content-Type': 'multipart/alternative; boundary=b' }, 'nothing');

describe('The profile of Gmail', () => {
  it('announces compression, quotas and an older LIST that are not there, and nothing that sorts', async (t) => {
    const { client } = await openProfileSession(t, 'gmail');
    const words = capabilityWords((await client.run('CAPABILITY')).untagged[0]);
    assert.deepEqual(
      [
        'X-GM-EXT-1',
        'COMPRESS=DEFLATE',
        'MOVE',
        'CONDSTORE',
        'APPENDLIMIT=35651584',
        'SORT',
        'QRESYNC',
      ].filter((word) => words.includes(word)),
      ['X-GM-EXT-1', 'COMPRESS=DEFLATE', 'MOVE', 'CONDSTORE', 'APPENDLIMIT=35651584'],
    );
    assert.equal((await client.run('COMPRESS DEFLATE')).answer, 'BAD Unknown command COMPRESS');
  });

  it('has its mailboxes below a name that cannot be opened', async (t) => {
    const { client } = await openProfileSession(t, 'gmail');
    const names = await listedNames(client);
    assert.ok(names.includes('(\\Noselect \\HasChildren) "/" "[Gmail]"'));
    assert.ok(names.some((name) => name.startsWith('(\\HasNoChildren \\All)')));
    assert.equal((await client.run('SELECT "[Gmail]"')).answer.slice(0, 3), 'NO ');
  });

  it('keeps among all mail what was expunged elsewhere', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    await client.run('UID STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual((await client.run('EXPUNGE')).untagged, ['* 1 EXPUNGE', '* 0 RECENT']);
    assert.equal(ann.messages('[Gmail]/All Mail').length, 1);
  });

  it('takes a message out of all others when it is copied to the trash', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    const { untagged } = await client.run('UID COPY 1 "[Gmail]/Trash"');
    assert.ok(untagged.includes('* 1 EXPUNGE'));
    assert.deepEqual(
      ['INBOX', '[Gmail]/All Mail', '[Gmail]/Trash'].map((name) => ann.messages(name).length),
      [0, 0, 1],
    );
    await client.run('SELECT "[Gmail]/Trash"');
    await client.run('UID MOVE 1 INBOX');
    assert.deepEqual(
      ['INBOX', '[Gmail]/All Mail', '[Gmail]/Trash'].map((name) => ann.messages(name).length),
      [1, 1, 0],
    );
  });

  it('expunges nothing from all mail', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT "[Gmail]/All Mail"');
    await client.run('UID STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual(await client.run('EXPUNGE'), { untagged: [], answer: 'OK Expunge completed' });
    assert.equal(ann.messages('[Gmail]/All Mail').length, 1);
  });

  it('has one set of flags for all labels of a message, but for \\Deleted', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    await client.run('UID STORE 1 FLAGS (\\Seen \\Deleted)');
    assert.deepEqual(ann.messages('[Gmail]/All Mail')[0]?.flags, ['\\Seen']);
  });

  it('gives a message no second time to a mailbox that has it', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    await client.run('UID COPY 1 INBOX');
    assert.equal(ann.messages().length, 1);
  });

  it('describes a multipart without parts by its subtype alone', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmail');
    ann.deliver(EMPTY_MULTIPART);
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('FETCH 1 BODYSTRUCTURE')).untagged, [
      '* 1 FETCH (BODYSTRUCTURE ("ALTERNATIVE"))',
    ]);
  });

  it('takes fifteen connections and no more', async (t) => {
    const { sandbox, client } = await openProfileSession(t, 'gmail');
    const clients = await Promise.all(Array.from({ length: 15 }, () => LineClient.connect(sandbox.imapPort)));
    t.after(() => {
      for (const opened of clients) opened.close();
    });
    const answers: string[] = [];
    for (const opened of clients) {
      await opened.read();
      answers.push((await opened.run('LOGIN ann secret')).answer.slice(0, 3));
    }
    assert.deepEqual(answers, [...Array.from({ length: 14 }, () => 'OK '), 'NO ']);
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
  });

  it('ends a session that began with a token after its time, and says so in words of its own', async (t) => {
    const { client } = await openProfile(t, 'gmail', { login: { tokenSessionMs: 20 } });
    assert.equal(
      (await client.run('LOGIN ann wrong')).answer,
      'NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)',
    );
    await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'token')}`);
    assert.match((await client.read()) ?? '', /^\* BYE Session expired/);
  });

  it('keeps a copy of what it sends', async (t) => {
    const { sandbox, ann } = await openProfile(t, 'gmail', { smtp: true });
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      auth: { user: 'ann', pass: 'secret' },
    });
    t.after(() => transport.close());
    await transport.sendMail({ envelope: { from: 'ann@x.example', to: ['b@x.example'] }, raw: mail() });
    assert.deepEqual(
      ann.messages('[Gmail]/Sent Mail').map(({ raw }) => raw.toString()),
      [mail()],
    );
  });
});
