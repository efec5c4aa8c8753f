/** NOTIFY over a real socket (RFC 5465). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import type { LineClient } from '../../support/line-client.ts';
import { mail } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox, openSession } from '../../support/open-sandbox.ts';

/** INBOX with two messages, selected. */
async function openTwo(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  ann.deliver(mail());
  ann.deliver(mail());
  return { sandbox, ann, client: await openMailbox(t, sandbox) };
}

/** The next lines that come without a command. */
async function readLines(client: LineClient, count: number): Promise<readonly (string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  while (lines.length < count) lines.push(await client.read());
  return lines;
}

/** What has come without a command, up to now. */
async function pushed(client: LineClient): Promise<readonly string[]> {
  return (await client.run('X-END')).untagged;
}

const MESSAGES = '(MessageNew MessageExpunge FlagChange)';

describe('NOTIFY SET of the selected mailbox', () => {
  it('tells everything between commands', async (t) => {
    const { ann, client } = await openTwo(t);
    assert.deepEqual(await client.run(`NOTIFY SET (selected ${MESSAGES})`), {
      untagged: [],
      answer: 'OK Notify completed',
    });
    ann.deliver(mail());
    assert.deepEqual(await readLines(client, 2), ['* 3 EXISTS', '* 3 RECENT']);
    ann.setFlags('INBOX', 3, ['\\Seen']);
    assert.deepEqual(await readLines(client, 1), ['* 3 FETCH (UID 3 FLAGS (\\Seen \\Recent))']);
    ann.expunge('INBOX', 1);
    assert.deepEqual(await readLines(client, 2), ['* 1 EXPUNGE', '* 2 RECENT']);
  });

  it('fetches what was asked for of new messages', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run(
      'NOTIFY SET (SELECTED (MessageNew (UID FLAGS BODY.PEEK[HEADER.FIELDS (Subject)]) MessageExpunge))',
    );
    ann.deliver(mail({ Subject: 'New' }), { flags: ['\\Flagged'] });
    assert.deepEqual(await readLines(client, 3), [
      '* 3 EXISTS',
      '* 3 FETCH (UID 3 FLAGS (\\Flagged \\Recent) BODY[HEADER.FIELDS (SUBJECT)] {16}\r\nSubject: New\r\n\r\n)',
      '* 3 RECENT',
    ]);
  });

  it('fetches nothing of messages that the client has added itself', async (t) => {
    const { client } = await openTwo(t);
    await client.run('NOTIFY SET (selected (MessageNew (UID) MessageExpunge))');
    assert.deepEqual((await client.run('APPEND INBOX {1+}\r\na')).untagged, ['* 3 EXISTS', '* 3 RECENT']);
    assert.deepEqual((await client.run('COPY 1 INBOX')).untagged, ['* 4 EXISTS', '* 4 RECENT']);
  });

  it('holds expunges back with SELECTED-DELAYED until a command allows them', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run(`NOTIFY SET (selected-delayed ${MESSAGES})`);
    ann.expunge('INBOX', 1);
    ann.deliver(mail());
    assert.deepEqual(await readLines(client, 2), ['* 3 EXISTS', '* 3 RECENT']);
    assert.deepEqual((await client.run('FETCH 2 UID')).untagged, ['* 2 FETCH (UID 2)']);
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 1 EXPUNGE', '* 2 RECENT']);
  });

  it('tells VANISHED and mod-sequences with QRESYNC', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('ENABLE QRESYNC');
    await client.run(`NOTIFY SET (selected ${MESSAGES})`);
    ann.expunge('INBOX', 1);
    ann.setFlags('INBOX', 2, ['\\Seen']);
    assert.deepEqual(await readLines(client, 3), [
      '* VANISHED 1',
      '* 1 RECENT',
      '* 1 FETCH (UID 2 MODSEQ (5) FLAGS (\\Seen \\Recent))',
    ]);
  });

  it('tells only the events that were asked for', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('NOTIFY SET (selected (MessageNew MessageExpunge))');
    ann.setFlags('INBOX', 1, ['\\Seen', 'new']);
    assert.deepEqual((await client.run('NOOP')).untagged, []);
    assert.deepEqual((await client.run(`NOTIFY SET (selected ${MESSAGES})`)).untagged.slice(-1), [
      '* 1 FETCH (UID 1 FLAGS (\\Seen new \\Recent))',
    ]);
  });

  it('tells nothing of it when it is not asked for', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('NOTIFY SET (inboxes (MessageNew MessageExpunge))');
    ann.deliver(mail());
    ann.expunge('INBOX', 1);
    assert.deepEqual((await client.run('NOOP')).untagged, []);
    assert.deepEqual((await client.run(`NOTIFY SET (selected ${MESSAGES})`)).untagged, [
      '* 1 EXPUNGE',
      '* 2 EXISTS',
    ]);
  });

  it('is the same in IDLE', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run(
      'NOTIFY SET (selected-delayed (MessageNew (UID) MessageExpunge)) (mailboxes Sent (MessageNew MessageExpunge))',
    );
    client.send('a IDLE\r\n');
    assert.equal(await client.read(), '+ idling');
    ann.expunge('INBOX', 1);
    ann.deliver(mail());
    ann.deliver(mail(), { mailbox: 'Sent' });
    assert.deepEqual(await readLines(client, 6), [
      '* 1 EXPUNGE',
      '* 1 RECENT',
      '* 2 EXISTS',
      '* 2 FETCH (UID 3)',
      '* 2 RECENT',
      '* STATUS Sent (UIDNEXT 2 MESSAGES 1)',
    ]);
  });

  it('still tells what the client itself removes and adds after NOTIFY NONE', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('NOTIFY NONE');
    ann.deliver(mail());
    await client.run('STORE 1 +FLAGS.SILENT (\\Deleted)');
    assert.deepEqual((await client.run('EXPUNGE')).untagged, ['* 1 EXPUNGE', '* 1 RECENT']);
    assert.deepEqual((await client.run('APPEND INBOX {1+}\r\na')).untagged, ['* 3 EXISTS', '* 3 RECENT']);
  });
});

describe('NOTIFY SET of other mailboxes', () => {
  it('tells STATUS of arrivals, expunges and flags', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run(`NOTIFY SET (mailboxes (Sent Trash) ${MESSAGES})`);
    ann.deliver(mail(), { mailbox: 'Sent' });
    ann.deliver(mail(), { mailbox: 'Drafts' });
    ann.setFlags('Sent', 1, ['\\Seen']);
    ann.expunge('Sent', 1);
    ann.setUidValidity('Trash', 9);
    assert.deepEqual(await readLines(client, 4), [
      '* STATUS Sent (UIDNEXT 2 MESSAGES 1)',
      `* STATUS Sent (UIDVALIDITY ${ann.mailboxes().find(({ name }) => name === 'Sent')?.uidValidity} UNSEEN 0)`,
      '* STATUS Sent (UIDNEXT 2 MESSAGES 0)',
      '* STATUS Trash (UIDVALIDITY 9 UNSEEN 0)',
    ]);
  });

  it('tells HIGHESTMODSEQ with CONDSTORE', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('ENABLE CONDSTORE');
    await client.run(`NOTIFY SET (personal ${MESSAGES})`);
    ann.deliver(mail(), { mailbox: 'Sent' });
    assert.deepEqual(await readLines(client, 1), ['* STATUS Sent (UIDNEXT 2 MESSAGES 1 HIGHESTMODSEQ 2)']);
  });

  it('begins with STATUS if asked for', async (t) => {
    const { ann, client } = await openTwo(t);
    ann.setUidValidity('Sent', 9);
    assert.deepEqual(
      (await client.run(`NOTIFY SET STATUS (selected ${MESSAGES}) (mailboxes (INBOX Sent nope) ${MESSAGES})`))
        .untagged,
      ['* STATUS Sent (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 9 HIGHESTMODSEQ 1)'],
    );
    assert.deepEqual(
      (await client.run('NOTIFY SET STATUS (mailboxes Sent (MessageNew MessageExpunge))')).untagged,
      ['* STATUS Sent (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 9)'],
    );
    assert.deepEqual((await client.run('NOTIFY SET STATUS (mailboxes Sent (MailboxName))')).untagged, []);
  });

  const filters: readonly (readonly [filter: string, names: readonly string[]])[] = [
    ['inboxes', ['INBOX']],
    ['personal', ['INBOX', 'Sent', 'Work', 'Work/A', 'Workshop']],
    ['subscribed', ['INBOX', 'Sent', 'Work']],
    ['subtree Work', ['Work', 'Work/A']],
    ['subtree (Work Sent)', ['Sent', 'Work', 'Work/A']],
    ['mailboxes inbox', ['INBOX']],
    ['mailboxes (Work "W*")', ['Work']],
  ];
  for (const [filter, names] of filters) {
    it(`knows ${filter}`, async (t) => {
      const sandbox = await openSandbox(t);
      const ann = sandbox.user('ann');
      for (const name of ['Work', 'Work/A', 'Workshop']) ann.createMailbox(name);
      const client = await openSession(t, sandbox);
      await client.run('UNSUBSCRIBE Work/A');
      await client.run('UNSUBSCRIBE Workshop');
      await client.run(`NOTIFY SET (${filter} (MessageNew MessageExpunge))`);
      for (const mailbox of ['INBOX', 'Sent', 'Work', 'Work/A', 'Workshop']) ann.deliver(mail(), { mailbox });
      assert.deepEqual(
        await pushed(client),
        names.map((name) => `* STATUS ${name} (UIDNEXT 2 MESSAGES 1)`),
      );
    });
  }

  it('leaves out what the client does itself, and waits for the end of a command', async (t) => {
    const { sandbox, ann, client } = await openTwo(t);
    await client.run(`NOTIFY SET (personal ${MESSAGES})`);
    assert.deepEqual((await client.run('COPY 1 Sent')).untagged, []);
    const other = await openMailbox(t, sandbox);
    await other.run('COPY 1 Sent');
    assert.deepEqual(await pushed(client), ['* STATUS Sent (UIDNEXT 3 MESSAGES 2)']);
    sandbox.faults.add({ kind: 'delay', ms: 30, at: 'command-received', command: 'NOOP' });
    client.send('a NOOP\r\n');
    await other.run('COPY 1 Sent');
    ann.setFlags('Sent', 1, []);
    assert.deepEqual((await client.readReply()).untagged, [`* STATUS Sent (UIDNEXT 4 MESSAGES 3)`]);
  });
});

describe('NOTIFY of names', () => {
  async function openNames(t: TestContext) {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    await client.run('NOTIFY SET (personal (MailboxName SubscriptionChange))');
    return { client, other: await openSession(t, sandbox) };
  }

  it('tells mailboxes that come and go, and their parents', async (t) => {
    const { client, other } = await openNames(t);
    await other.run('CREATE Work/A');
    await other.run('CREATE Work');
    await other.run('DELETE Work/A');
    assert.deepEqual(await pushed(client), [
      '* LIST (\\HasNoChildren) "/" Work/A',
      '* LIST (\\NonExistent \\HasChildren) "/" Work',
      '* LIST (\\HasChildren) "/" Work',
      '* LIST (\\NonExistent \\HasNoChildren) "/" Work/A',
      '* LIST (\\HasNoChildren) "/" Work',
    ]);
  });

  it('tells renamed mailboxes with their old names', async (t) => {
    const { client, other } = await openNames(t);
    await other.run('RENAME Sent &AOk-t&AOk-');
    await other.run('RENAME INBOX Old');
    assert.deepEqual(await pushed(client), [
      '* LIST (\\HasNoChildren) "/" &AOk-t&AOk- ("OLDNAME" (Sent))',
      '* LIST (\\HasNoChildren) "/" Old ("OLDNAME" (INBOX))',
    ]);
  });

  it('tells subscriptions that have changed', async (t) => {
    const { client, other } = await openNames(t);
    await other.run('UNSUBSCRIBE Sent');
    await other.run('SUBSCRIBE Trash');
    await other.run('SUBSCRIBE Sent');
    assert.deepEqual(await pushed(client), [
      '* LIST (\\HasNoChildren) "/" Sent',
      '* LIST (\\Subscribed \\HasNoChildren) "/" Sent',
    ]);
  });

  it('leaves out what the client does itself', async (t) => {
    const { client } = await openNames(t);
    assert.deepEqual((await client.run('CREATE Work')).untagged, []);
    assert.deepEqual((await client.run('DELETE Work')).untagged, []);
  });
});

describe('NOTIFY', () => {
  it('NONE ends all notifications', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run(`NOTIFY SET (selected ${MESSAGES}) (personal (MailboxName))`);
    assert.equal((await client.run('NOTIFY NONE')).answer, 'OK Notify completed');
    ann.deliver(mail());
    ann.createMailbox('Work');
    assert.deepEqual(await pushed(client), []);
  });

  it('overflows when it has to tell too much between two commands', async (t) => {
    const { ann, client } = await openTwo(t, { maxNotifications: 2 });
    await client.run('NOTIFY SET (mailboxes Sent (MessageNew MessageExpunge))');
    for (let count = 0; count < 4; count++) ann.deliver(mail(), { mailbox: 'Sent' });
    assert.deepEqual(await pushed(client), [
      '* STATUS Sent (UIDNEXT 2 MESSAGES 1)',
      '* STATUS Sent (UIDNEXT 3 MESSAGES 2)',
      '* OK [NOTIFICATIONOVERFLOW] Too many notifications',
    ]);
    ann.deliver(mail(), { mailbox: 'Sent' });
    assert.deepEqual(await pushed(client), []);
  });

  it('leaves out the FETCH of a message that cannot be decoded', async (t) => {
    const { ann, client } = await openTwo(t, { capabilities: { with: ['BINARY'] } });
    await client.run('NOTIFY SET (selected (MessageNew (BINARY.SIZE[1]) MessageExpunge))');
    ann.deliver(mail({ 'Content-Transfer-Encoding': 'x-unknown' }));
    assert.deepEqual(await readLines(client, 2), ['* 3 EXISTS', '* 3 RECENT']);
  });

  it('is silent while a fault says so', async (t) => {
    const { sandbox, ann, client } = await openTwo(t);
    await client.run(`NOTIFY SET (selected ${MESSAGES})`);
    const end = sandbox.faults.add({ kind: 'silence' });
    ann.deliver(mail());
    end();
    ann.deliver(mail());
    assert.deepEqual(await readLines(client, 2), ['* 4 EXISTS', '* 4 RECENT']);
  });

  const refusals: readonly (readonly [argument: string, answer: string])[] = [
    ['', 'BAD Expected a space'],
    [' ALL', 'BAD Expected SET or NONE'],
    [' NONE NONE', 'BAD Unexpected extra arguments'],
    [' SET', 'BAD Expected  ('],
    [' SET (selected)', 'BAD Expected a space'],
    [' SET (selected ())', 'BAD Expected events'],
    [' SET (everything NONE)', 'BAD Unknown mailbox filter'],
    [' SET (mailboxes () NONE)', 'BAD Expected mailbox names'],
    [' SET (selected NONE) (selected-delayed NONE)', 'BAD SELECTED can be asked for only once'],
    [' SET (selected (MessageNew))', 'BAD MessageNew and MessageExpunge belong together'],
    [' SET (selected (FlagChange))', 'BAD FlagChange needs MessageNew and MessageExpunge'],
    [' SET (selected (MailboxName))', 'BAD Only message events can be asked of the selected mailbox'],
    [' SET (personal (MessageNew (UID) MessageExpunge))', 'BAD Expected a keyword'],
    [
      ' SET (personal (AnnotationChange))',
      'NO [BADEVENT (MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange)] Unsupported event',
    ],
  ];
  for (const [argument, answer] of refusals) {
    it(`answers ${answer} to ${argument}`, async (t) => {
      const { client } = await openTwo(t);
      assert.equal((await client.run(`NOTIFY${argument}`)).answer, answer);
    });
  }

  it('keeps what was asked for before when it is refused', async (t) => {
    const { ann, client } = await openTwo(t);
    await client.run('NOTIFY SET (mailboxes Sent (MessageNew MessageExpunge))');
    await client.run('NOTIFY SET (personal (Nonsense))');
    ann.deliver(mail(), { mailbox: 'Sent' });
    assert.deepEqual(await pushed(client), ['* STATUS Sent (UIDNEXT 2 MESSAGES 1)']);
  });

  it('is unknown where it is off', async (t) => {
    const { client } = await openTwo(t, { capabilities: { without: ['NOTIFY'] } });
    assert.equal((await client.run('NOTIFY NONE')).answer, 'BAD Unknown command NOTIFY');
  });
});
