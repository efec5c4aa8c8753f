/** FETCH over a real socket. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail, NESTED_MAIL } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

async function openWith(t: TestContext, messages: readonly string[], options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, options);
  const ann = sandbox.user('ann');
  for (const message of messages) ann.deliver(message, { flags: ['$k'] });
  return { sandbox, ann, client: await openMailbox(t, sandbox) };
}

async function fetch(t: TestContext, items: string, message = mail()) {
  const { client } = await openWith(t, [message]);
  const { untagged, answer } = await client.run(`FETCH 1 ${items}`);
  assert.equal(answer, 'OK Fetch completed');
  return untagged.length === 1 ? untagged[0] : untagged;
}

describe('FETCH of data items', () => {
  it('gives what each message has', async (t) => {
    assert.equal(
      await fetch(t, '(UID FLAGS INTERNALDATE RFC822.SIZE MODSEQ)'),
      '* 1 FETCH (UID 1 FLAGS ($k \\Recent) INTERNALDATE " 4-Mar-2026 05:06:07 +0000" RFC822.SIZE 59 MODSEQ (2))',
    );
  });

  it('knows the macros', async (t) => {
    assert.equal(
      await fetch(t, 'FULL'),
      '* 1 FETCH (FLAGS ($k \\Recent) INTERNALDATE " 4-Mar-2026 05:06:07 +0000" RFC822.SIZE 59 ENVELOPE ' +
        '(NIL "A subject" (("Ann" NIL "ann" "example.org")) (("Ann" NIL "ann" "example.org")) ' +
        '(("Ann" NIL "ann" "example.org")) NIL NIL NIL NIL NIL) BODY ' +
        '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 8 1))',
    );
  });

  it('gives a preview', async (t) => {
    assert.equal(await fetch(t, '(PREVIEW (LAZY))'), '* 1 FETCH (PREVIEW "Hello.")');
  });

  it('gives a preview outside ASCII as a literal', async (t) => {
    const message = mail({ 'Content-Type': 'text/plain; charset=utf-8' }, 'Grüße');
    assert.equal(await fetch(t, 'PREVIEW', message), '* 1 FETCH (PREVIEW {7}\r\nGr\xc3\xbc\xc3\x9fe)');
  });

  it('gives 8-bit header values in an envelope as literals', async (t) => {
    const line = await fetch(t, 'ENVELOPE', mail({ Subject: 'é "q"', From: '' }));
    assert.equal(line, '* 1 FETCH (ENVELOPE (NIL {6}\r\n\xc3\xa9 "q" NIL NIL NIL NIL NIL NIL NIL NIL))');
  });

  it('rejects items of extensions that are off', async (t) => {
    const { client } = await openWith(t, [mail()], { capabilities: { without: ['PREVIEW', 'CONDSTORE'] } });
    assert.equal((await client.run('FETCH 1 PREVIEW')).answer, 'BAD Unknown FETCH item PREVIEW');
    assert.equal((await client.run('FETCH 1 MODSEQ')).answer, 'BAD Unknown FETCH item MODSEQ');
    assert.equal(
      (await client.run('FETCH 1 FLAGS (CHANGEDSINCE 1)')).answer,
      'BAD Unknown FETCH modifier CHANGEDSINCE',
    );
  });

  it('rejects an unknown item, an empty list and a message number that does not exist', async (t) => {
    const { client } = await openWith(t, [mail()]);
    assert.equal((await client.run('FETCH 1 XYZZY')).answer, 'BAD Unknown FETCH item XYZZY');
    assert.equal((await client.run('FETCH 1 ()')).answer, 'BAD Expected FETCH items');
    assert.equal((await client.run('FETCH 2 FLAGS')).answer, 'BAD Invalid message set');
    assert.equal((await client.run('FETCH 0 FLAGS')).answer, 'BAD Invalid message set');
  });
});

describe('FETCH of body sections', () => {
  const sections: readonly (readonly [section: string, octets: string])[] = [
    ['BODY[1]', 'first text'],
    ['BODY[1.MIME]', 'Content-Type: text/plain; charset=utf-8\r\n\r\n'],
    ['BODY[2.1]', 'plain'],
    ['BODY[2.2]', '<b>html</b>'],
    ['BODY[3.HEADER]', 'From: Bob <bob@example.org>\r\nSubject: Inside\r\nContent-Type: text/plain\r\n\r\n'],
    ['BODY[3.HEADER.FIELDS (SUBJECT)]', 'Subject: Inside\r\n\r\n'],
    ['BODY[3.TEXT]', 'inner body'],
    ['BODY[3.1]', 'inner body'],
    ['BODY[4]', 'AAAA'],
    ['BODY[9]', ''],
    ['BODY[1.HEADER]', ''],
    ['BODY[HEADER.FIELDS (FROM X-NONE)]', 'From: Ann <ann@example.org>\r\n\r\n'],
    ['BODY[HEADER.FIELDS.NOT (FROM SUBJECT CONTENT-TYPE)]', 'MIME-Version: 1.0\r\n\r\n'],
  ];
  for (const [section, octets] of sections) {
    it(`gives ${section} as the bytes of the message`, async (t) => {
      const line = await fetch(t, section.replace('BODY', 'BODY.PEEK'), NESTED_MAIL);
      assert.equal(line, `* 1 FETCH (${section} {${octets.length}}\r\n${octets})`);
    });
  }

  it('gives header, text and all as parts of the same bytes', async (t) => {
    const { client } = await openWith(t, [NESTED_MAIL]);
    const octets = async (section: string) => {
      const [line = ''] = (await client.run(`FETCH 1 BODY.PEEK[${section}]`)).untagged;
      return line.slice(line.indexOf('\r\n') + 2, -1);
    };
    assert.equal((await octets('HEADER')) + (await octets('TEXT')), NESTED_MAIL);
    assert.equal(await octets(''), NESTED_MAIL);
  });

  it('cuts a partial range, and gives nothing behind the end', async (t) => {
    assert.equal(await fetch(t, 'BODY.PEEK[TEXT]<2.3>'), '* 1 FETCH (BODY[TEXT]<2> {3}\r\nllo)');
    assert.equal(await fetch(t, 'BODY.PEEK[TEXT]<7.100>'), '* 1 FETCH (BODY[TEXT]<7> {1}\r\n\n)');
    assert.equal(await fetch(t, 'BODY.PEEK[TEXT]<99.1>'), '* 1 FETCH (BODY[TEXT]<99> {0}\r\n)');
  });

  it('sets \\Seen and tells the new flags, unless it only peeks', async (t) => {
    const { client, ann } = await openWith(t, [mail(), mail()]);
    await client.run('FETCH 1 (BODY.PEEK[] RFC822.HEADER)');
    const { untagged } = await client.run('FETCH 2 RFC822.TEXT');
    assert.deepEqual(untagged, ['* 2 FETCH (RFC822.TEXT {8}\r\nHello.\r\n FLAGS ($k \\Seen \\Recent))']);
    assert.deepEqual(
      ann.messages().map(({ flags }) => flags),
      [['$k'], ['$k', '\\Seen']],
    );
  });

  const malformed = ['BODY[0]', 'BODY[MIME]', 'BODY[HEADER.FIELDS ()]', 'BODY[TEXT', 'BODY[]<1>', 'BODY[1.]'];
  for (const section of malformed) {
    it(`rejects ${section}`, async (t) => {
      const { client } = await openWith(t, [mail()]);
      assert.match((await client.run(`FETCH 1 ${section}`)).answer, /^BAD /);
    });
  }
});

describe('FETCH of structures', () => {
  it('gives BODYSTRUCTURE with extension data', async (t) => {
    assert.equal(
      await fetch(t, 'BODYSTRUCTURE', NESTED_MAIL),
      '* 1 FETCH (BODYSTRUCTURE (' +
        '("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 10 0 NIL NIL NIL NIL)' +
        '(("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 5 0 NIL NIL NIL NIL)' +
        '("text" "html" ("charset" "us-ascii") NIL NIL "quoted-printable" 11 0 NIL NIL NIL NIL)' +
        ' "alternative" ("boundary" "in ner") NIL NIL NIL)' +
        '("message" "rfc822" NIL NIL NIL "7bit" 84 (NIL "Inside" (("Bob" NIL "bob" "example.org"))' +
        ' (("Bob" NIL "bob" "example.org")) (("Bob" NIL "bob" "example.org")) NIL NIL NIL NIL NIL)' +
        ' ("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 10 0 NIL NIL NIL NIL) 4 NIL NIL NIL NIL)' +
        '("application" "pdf" ("name" "a.pdf") "<id@example.org>" NIL "base64" 4 NIL' +
        ' ("attachment" ("filename" "a b.pdf")) NIL NIL)' +
        ' "mixed" ("boundary" "outer") NIL NIL NIL))',
    );
  });
});

describe('UID FETCH', () => {
  it('always tells the uid, and passes over uids that do not exist', async (t) => {
    const { client, ann } = await openWith(t, [mail(), mail(), mail()]);
    ann.expunge('INBOX', 2);
    await client.run('NOOP');
    assert.deepEqual(await client.run('UID FETCH 2:* FLAGS'), {
      untagged: ['* 2 FETCH (UID 3 FLAGS ($k \\Recent))'],
      answer: 'OK Fetch completed',
    });
  });

  it('takes * for the last message, also when the range starts behind it', async (t) => {
    const { client } = await openWith(t, [mail(), mail()]);
    assert.deepEqual((await client.run('UID FETCH 9:* UID')).untagged, ['* 2 FETCH (UID 2)']);
  });

  it('answers CHANGEDSINCE with the messages that changed, and their mod-sequences', async (t) => {
    const { client, ann } = await openWith(t, [mail(), mail()]);
    ann.setFlags('INBOX', 1, ['\\Seen']);
    const { untagged } = await client.run('UID FETCH 1:* (FLAGS) (CHANGEDSINCE 3)');
    assert.deepEqual(untagged.slice(0, 1), ['* 1 FETCH (UID 1 FLAGS (\\Seen \\Recent) MODSEQ (4))']);
  });

  it('says EXPUNGEISSUED for a message that another session has removed', async (t) => {
    const { client, ann } = await openWith(t, [mail(), mail()]);
    ann.expunge('INBOX', 1);
    assert.deepEqual(await client.run('UID FETCH 1 (BODY.PEEK[])'), {
      untagged: ['* 1 EXPUNGE', '* 1 RECENT'],
      answer: 'OK [EXPUNGEISSUED] Fetch completed',
    });
  });
});
