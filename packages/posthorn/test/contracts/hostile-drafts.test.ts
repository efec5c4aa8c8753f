/** Drafts made to smuggle something into the mail that goes out: what the sending server gets of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { domainToUnicode } from 'node:url';
import { openV0Server, startSandboxServers, type V0Server } from './v0-server.ts';

const DRAFTS = 'MailAccounts/gmail/MailFolders/Drafts/MessageItems';
const JANE = { address: 'jane@example.org', name: 'Jane' };
const ANN = { address: 'ann@example.com', name: 'Ann' };
const RECIPIENTS = ['ann@example.com'];
/** All that the header of such a mail may hold. */
const EXPECTED_FIELDS = new Set([
  ...['date', 'subject', 'from', 'reply-to', 'to', 'message-id', 'in-reply-to', 'references', 'user-agent'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
]);

/** Texts that would begin another field, another address or another message where they went out as they are. */
const SMUGGLED = [
  ...[
    'a\r\nX-Evil: 1',
    'a\nX-Evil: 1',
    'a\rX-Evil: 1',
    'a\r\n\r\nbody',
    'a\r\n X-Evil: 1',
    '\r\nBcc: evil@example.net',
  ],
  ...[
    'a\u0000b',
    'a\u0085X-Evil: 1',
    'a\u2028X-Evil: 1',
    'a\u2029b',
    'a\u007fb',
    'a\u001bb',
    'a\ud800b',
    'a\udc00b',
  ],
  ...[
    '=?utf-8?Q?=0D=0AX-Evil:_1?=',
    '=?utf-8?B?DQpYLUV2aWw6IDE=?=',
    'a, evil@example.net',
    '<evil@example.net>',
  ],
  ...[
    '"',
    '\\',
    '\\"',
    'a" <evil@example.net>, "b',
    '(',
    'a(b\\',
    '\u202eevil',
    `${'x'.repeat(5000)}`,
    '\t',
    ' \r\n ',
  ],
];

const HOSTILE_ADDRESSES = [
  ...[
    'b@example.org\r\nBcc: evil@example.net',
    'b@x.example>\r\nRCPT TO:<evil@example.net',
    'a@b@c',
    'a@',
    '@b',
    'a',
  ],
  ...[
    '"x@gmail.example x"@example.com',
    '"a b"@example.com',
    'user@good.example(x)evil.example',
    'a(b)@example.com',
  ],
  ...[
    'Group: evil@example.net;',
    'a@example.com, evil@example.net',
    '<a@example.com>',
    'a@example.com>',
    'a @example.com',
  ],
  ...[
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@exa mple.com',
    'a@example..com',
    'a@-example.com',
    `a@${'x'.repeat(300)}.com`,
  ],
  ...[
    `${'a'.repeat(998)}@example.com`,
    'a\u0000@example.com',
    'a@example.com\u0000',
    'a@exam\u2028ple.com',
    'a@\ud800.com',
  ],
  ...[
    '\u00fc@example.com',
    'a@b\u00fccher.example',
    'a@xn--bcher-kva.example',
    '"\\"@example.com',
    '=?utf-8?Q?a?=@example.com',
  ],
];

const BODIES = [
  ...[
    'a\n.\nMAIL FROM:<evil@example.net>',
    'a\r.\rb',
    'a\r\n.\r\nRCPT TO:<evil@example.net>\r\n',
    '.\r\n.\r\n',
    '..\n.',
  ],
  ...['a\n\n.\r\n', `${'x'.repeat(3000)}\r\n.\r\n`, '\u0000', 'a\rb\nc\r\nd'],
];

describe('a hostile draft', () => {
  let v0: V0Server;
  before(async () => {
    v0 = openV0Server(await startSandboxServers());
  });
  after(() => v0.close());

  /** What went out: null when a request was refused on the way, which names a fault of the client. */
  async function send(header: object, textHtml = '<p>Hi</p>') {
    const countBefore = v0.sink.acceptedMail.length;
    const attributes = { from: JANE, to: [ANN], subject: 'Hello', ...header };
    const created = await v0.send({
      method: 'POST',
      path: DRAFTS,
      payload: { data: { attributes: { textHtml } } },
    });
    const path = `${DRAFTS}/${created.body.data?.id}/MessageDraft`;
    const saved = await v0.send({ method: 'PATCH', path, payload: { data: { attributes } } });
    const sent = await v0.send({
      method: 'POST',
      path: `${DRAFTS}/${saved.body.data?.id ?? created.body.data?.id}`,
    });
    const refused = [created, saved, sent].find(({ status }) => status !== 200);
    const mails = v0.sink.acceptedMail.slice(countBefore);
    if (refused !== undefined) {
      // 422: the sending server does not take it.
      assert.ok([400, 422].includes(refused.status), JSON.stringify(refused.body));
      return saved.status === 200 ? null : assertNothing(mails);
    }
    const [mail, ...others] = mails;
    assert.deepEqual(others, []);
    assert.ok(mail);
    return mail;
  }

  function assertNothing(mails: readonly unknown[]): null {
    // The draft before the refused change may go out, as it was.
    assert.ok(mails.length <= 1);
    return null;
  }

  const fieldsOf = (raw: Buffer) => {
    const [header = ''] = raw.toString('latin1').split('\r\n\r\n', 1);
    return header.split(/\r\n(?![ \t])/).map((field) => field.slice(0, field.indexOf(':')).toLowerCase());
  };
  const assertHarmless = (mail: Awaited<ReturnType<typeof send>>) => {
    if (mail === null) return;
    assert.deepEqual(mail.forwardPaths, RECIPIENTS);
    assert.equal(mail.reversePath, 'jane@example.org');
    const fields = fieldsOf(mail.raw);
    assert.deepEqual(
      fields.filter((field) => !EXPECTED_FIELDS.has(field)),
      [],
    );
    assert.equal(new Set(fields).size, fields.length);
    assert.doesNotMatch(mail.raw.toString('latin1'), /^(?:X-Evil|Bcc)/im);
  };

  for (const text of SMUGGLED) {
    const shown = JSON.stringify(text.slice(0, 40));
    for (const [field, header] of [
      ['subject', { subject: text }],
      ["author's name", { from: { ...JANE, name: text } }],
      ["recipient's name", { to: [{ ...ANN, name: text }] }],
      ['References', { references: `<a@example.org> <${text}@example.org>` }],
      ['In-Reply-To', { inReplyTo: `<${text}>` }],
      ['Reply-To', { replyTo: { ...JANE, name: text } }],
    ] as const) {
      it(`brings nothing else into the mail by its ${field}: ${shown}`, async () => {
        assertHarmless(await send(header));
      });
    }
  }

  for (const address of HOSTILE_ADDRESSES) {
    it(`has one recipient, who is the one in the header, or is refused: ${JSON.stringify(address.slice(0, 60))}`, async () => {
      const mail = await send({ to: [{ name: '', address }] });

      assert.ok(mail === null || mail.forwardPaths.length === 1);
      assert.ok(mail === null || !mail.forwardPaths[0]?.includes('evil'));
      const to = /^To: (.*(?:\r\n[ \t].*)*)/m.exec(mail?.raw.toString() ?? '')?.[1];
      // The sink shows domains in Unicode.
      assert.equal(withUnicodeDomain(to?.replaceAll(/\r\n[ \t]|[<>]/g, '')), mail?.forwardPaths[0]);
    });

    it(`has no other author than its own: ${JSON.stringify(address.slice(0, 60))}`, async () => {
      const mail = await send({ from: { name: '', address } });

      assert.ok(mail === null || !`${mail.reversePath}`.includes('evil'));
      assert.deepEqual(mail?.forwardPaths ?? RECIPIENTS, RECIPIENTS);
    });
  }

  for (const body of BODIES) {
    it(`is one mail, whatever its text: ${JSON.stringify(body.slice(0, 40))}`, async () => {
      const mail = await send({}, `<pre>${body}</pre>`);

      assertHarmless(mail);
      assert.ok(mail);
    });
  }

  for (const [member, value] of [
    ['attachments', [{ path: '/etc/hostname' }]],
    ['attachments', [{ href: 'http://127.0.0.1:1/' }]],
    ['html', { path: '/etc/hostname' }],
    ['raw', { path: '/etc/hostname' }],
    ['headers', { 'X-Evil': '1' }],
    ['list', { help: 'a\r\nX-Evil: 1' }],
    ['envelope', { to: ['evil@example.net'] }],
    ['bcc', '[{"address":"x@example.com\\r\\nRCPT TO:<evil@example.net>"}]'],
  ] as const) {
    it(`reads no file, fetches no address and adds no field by "${member}": ${JSON.stringify(value)}`, async () => {
      assertHarmless(await send({ [member]: value }));
    });
  }
});

function withUnicodeDomain(address: string | undefined): string | undefined {
  const at = address?.lastIndexOf('@') ?? -1;
  return address && address.slice(0, at + 1) + domainToUnicode(address.slice(at + 1));
}
