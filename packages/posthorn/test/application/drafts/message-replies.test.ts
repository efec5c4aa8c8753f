/** Replies and forwards as they are prepared from stored messages. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readHtmlText } from '../../../src/adapters/html/read-html-text.ts';
import { sanitizeReceivedHtml } from '../../../src/adapters/html/sanitize-received-html.ts';
import { createFileSpool } from '../../../src/adapters/spool/file-spool.ts';
import {
  createMessageReplies,
  type MessageReplies,
} from '../../../src/application/drafts/message-replies.ts';
import type { ContentSpool } from '../../../src/application/ports/content-spool.ts';
import { MAX_ATTACHED_OCTETS } from '../../../src/application/replies/kept-attachments.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { DraftAttachment } from '../../../src/domain/messages/message-draft.ts';
import type { MessageItemValues } from '../../../src/domain/messages/message-item.ts';
import type { ExactMessageRef } from '../../../src/domain/messages/message-ref.ts';
import type { MailAddress } from '../../../src/domain/values/mail-address.ts';
import { octetComposer, outline } from '../../adapters/mime/test-composer.ts';
import {
  file,
  InMemoryMailStore,
  type MessageInput,
  mailbox,
  mailboxName,
  message,
  uid,
} from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { code } from '../../support/domain-values.ts';
import { octetsOf } from '../../support/octets-of.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));
const ANN = { address: 'ann@example.com', name: 'Ann' };
const BOB = { address: 'bob@example.com', name: 'Bob' };
const INBOX = mailboxName('INBOX');
/** The store in memory has no other. */
const UID_VALIDITY = 1;
const PNG = { mediaType: 'image/png', fileName: 'logo.png', contentId: 'logo@x' };

function identified(number = 7): ExactMessageRef {
  return { account: ACCOUNT, mailbox: INBOX, uid: uid(number), uidValidity: UID_VALIDITY };
}

/** A spool that counts what it keeps and has not released. */
function countingSpool(): ContentSpool & { readonly kept: () => number } {
  const spool = createFileSpool();
  let count = 0;
  return {
    kept: () => count,
    async keep(content, signal) {
      const kept = await spool.keep(content, signal);
      count += 1;
      const release = () => {
        count -= 1;
        return kept.release();
      };
      return { length: kept.length, read: () => kept.read(), release };
    },
  };
}

interface Setting {
  readonly replies: MessageReplies;
  readonly mailStore: InMemoryMailStore;
  readonly kept: () => number;
}

function createSetting(...messages: readonly Partial<MessageInput>[]): Setting {
  const stored = messages.map((input, index) => message({ uid: 7 + index, ...input }));
  const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: stored }]);
  const contentSpool = countingSpool();
  const replies = createMessageReplies({
    mailStore,
    contentSpool,
    htmlSanitizer: { sanitize: async ({ html, images }) => sanitizeReceivedHtml(html, images) },
    htmlReader: { toText: async (html) => readHtmlText(html) },
  });
  return { replies, mailStore, kept: contentSpool.kept };
}

async function readFiles(attachments: readonly DraftAttachment[] = []) {
  return Promise.all(
    attachments.map(async ({ content, ...values }) => ({ ...values, text: String(await octetsOf(content)) })),
  );
}

describe('MessageReplies.reply', () => {
  const REQUEST = { original: identified(), isToAll: false, isQuoted: false };

  it('answers the author without a text', async () => {
    const { replies, mailStore } = createSetting({ values: { references: ['1@example.com'] } });

    assert.deepEqual((await replies.reply(REQUEST, SIGNAL)).change, {
      header: {
        from: ACCOUNT.from,
        to: [ANN],
        cc: [],
        subject: 'Re: Message 7',
        inReplyTo: ['7@example.com'],
        references: ['1@example.com', '7@example.com'],
        answerOf: { mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '7' },
      },
    });
    assert.deepEqual(mailStore.calls, ['listMessages']);
  });

  it('answers all', async () => {
    const { replies } = createSetting({ values: { cc: [BOB, ACCOUNT.from] } });
    const { header } = (await replies.reply({ ...REQUEST, isToAll: true }, SIGNAL)).change;

    assert.deepEqual([header?.to, header?.cc], [[ANN], [BOB]]);
  });

  it('quotes plain text as plain text', async () => {
    const { replies } = createSetting({ textPlain: 'Hi\n-- \nAnn' });
    const { textPlain, textHtml } = (await replies.reply({ ...REQUEST, isQuoted: true }, SIGNAL)).change;

    assert.deepEqual([textPlain, textHtml], ['On 2023-05-02 13:54 +02:00, Ann wrote:\n> Hi', undefined]);
  });

  it('quotes sanitised HTML beside the plain text', async () => {
    const { replies } = createSetting({
      textPlain: 'Hi',
      textHtml: '<p onclick="x()">Hi</p></blockquote><script>x()</script><div>',
    });
    const { textPlain, textHtml } = (await replies.reply({ ...REQUEST, isQuoted: true }, SIGNAL)).change;

    assert.deepEqual(
      [textPlain, textHtml],
      [
        'On 2023-05-02 13:54 +02:00, Ann wrote:\n> Hi',
        '<p>On 2023-05-02 13:54 +02:00, Ann wrote:</p>\n<blockquote type="cite"><p>Hi</p><div></div></blockquote>',
      ],
    );
  });

  it('makes the plain text of a message that has HTML only', async () => {
    const { replies } = createSetting({ textPlain: ' ', textHtml: '<p>one</p><p>two</p>' });
    const { textPlain } = (await replies.reply({ ...REQUEST, isQuoted: true }, SIGNAL)).change;

    assert.equal(textPlain, 'On 2023-05-02 13:54 +02:00, Ann wrote:\n> one\n>\n> two');
  });

  it('says so where the text was too long to be read whole', async (test) => {
    const { replies, mailStore } = createSetting({});
    const body = { uid: uid(7), textPlain: 'Hi', textHtml: '<p>Hi</p>', truncated: ['textHtml' as const] };
    test.mock.method(mailStore, 'getMessageBody', async () => body);
    const { textPlain, textHtml } = (await replies.reply({ ...REQUEST, isQuoted: true }, SIGNAL)).change;

    assert.ok(textPlain?.endsWith('\n> Hi\n> [...]'));
    assert.ok(textHtml?.endsWith('<p>Hi</p><p>[...]</p></blockquote>'));
  });

  it('refuses a message that is not there', async () => {
    const { replies } = createSetting({});

    await assert.rejects(
      replies.reply({ ...REQUEST, original: identified(8) }, SIGNAL),
      code('message-unknown'),
    );
  });

  it('refuses a uid that has got another meaning', async () => {
    const { replies } = createSetting({});
    const original = { ...identified(), uidValidity: 2 };

    await assert.rejects(replies.reply({ ...REQUEST, original }, SIGNAL), code('message-gone'));
  });
});

describe('MessageReplies.forward', () => {
  it('puts the message into the text of a new one, with its files', async () => {
    const { replies, kept } = createSetting({
      values: { subject: 'Re: Lunch', to: [BOB], references: ['1@example.com'] },
      textPlain: 'Hi',
      files: [file(), file({ part: '3', fileName: null, mediaType: 'application/pdf' }, Buffer.from('pdf'))],
    });
    const { change, release } = await replies.forward({ original: identified() }, SIGNAL);
    const { addedAttachments, ...rest } = change;

    assert.deepEqual(rest, {
      header: {
        from: ACCOUNT.from,
        subject: 'Fwd: Re: Lunch',
        references: ['1@example.com', '7@example.com'],
      },
      textPlain:
        '---------- Forwarded message ----------\nFrom: Ann <ann@example.com>\nDate: 2023-05-02 13:54 +02:00\n' +
        'Subject: Re: Lunch\nTo: Bob <bob@example.com>\n\nHi',
    });
    assert.deepEqual(await readFiles(addedAttachments), [
      { fileName: 'a.txt', mediaType: 'text/plain', text: 'hello' },
      { fileName: 'attachment-3.pdf', mediaType: 'application/pdf', text: 'pdf' },
    ]);
    assert.equal(kept(), 2);
    await release();
    assert.equal(kept(), 0);
  });

  it('keeps images where the HTML shows them', async () => {
    const { replies } = createSetting({
      textHtml: '<img src="cid:logo@x"><img src="cid:shown@x">',
      files: [
        file({ ...PNG, part: '2', isInline: true }),
        file({ ...PNG, part: '3', contentId: 'shown@x' }),
        file({ ...PNG, part: '4', contentId: 'other@x' }),
        file({ ...PNG, part: '5', contentId: 'cannot be written', isInline: true }),
        file({ part: '6', contentId: 'shown@x' }),
      ],
    });
    const { change, release } = await replies.forward({ original: identified() }, SIGNAL);

    assert.deepEqual(
      change.addedAttachments?.map(({ contentId }) => contentId),
      ['logo@x', 'shown@x', undefined, undefined, undefined],
    );
    assert.match(change.textHtml ?? '', /<img src="cid:logo@x" \/><img src="cid:shown@x" \/>$/);
    assert.equal(
      outline(await octetComposer.compose(change)),
      'mixed(alternative(text/plain, related(text/html, image/png, image/png)), image/png, image/png, text/plain)',
    );
    await release();
  });

  it('refuses files of more than 25 MB together, and keeps nothing of them', async () => {
    const half = Buffer.alloc(MAX_ATTACHED_OCTETS / 2);
    const files = [
      file({ part: '2' }, half),
      file({ part: '3' }, half),
      file({ part: '4' }, Buffer.from('x')),
    ];
    const { replies, kept } = createSetting({ files });

    await assert.rejects(replies.forward({ original: identified() }, SIGNAL), (error) => {
      assert.ok(error instanceof MailError && error.code === 'message-too-large');
      assert.equal(error.details.detail, 'The attachments have more than 25000000 octets together.');
      return true;
    });
    assert.equal(kept(), 0);
  });

  it('takes files of 25 MB together', async () => {
    const half = Buffer.alloc(MAX_ATTACHED_OCTETS / 2);
    const { replies, kept } = createSetting({
      files: [file({ part: '2' }, half), file({ part: '3' }, half)],
    });
    const { release } = await replies.forward({ original: identified() }, SIGNAL);

    assert.equal(kept(), 2);
    await release();
  });

  it('keeps nothing when a download fails', async (test) => {
    const { replies, mailStore, kept } = createSetting({ files: [file({ part: '2' }), file({ part: '3' })] });
    const failure = new MailError('server-unreachable', { detail: 'The connection was lost.' });
    const openAttachment = mailStore.openAttachment.bind(mailStore);
    test.mock.method(mailStore, 'openAttachment', (...values: Parameters<typeof openAttachment>) => {
      if (values[0].part === '2') return openAttachment(...values);
      const stream = new Readable({ read: () => stream.destroy(failure) });
      return { attachment: file({ part: '3' }).attachment, stream };
    });

    await assert.rejects(replies.forward({ original: identified() }, SIGNAL), failure);
    assert.equal(kept(), 0);
  });
});

describe('MessageReplies.copyAttachments', () => {
  const FILES = [file(), file({ ...PNG, part: '3', isInline: true }, Buffer.from('png'))];

  it('copies files of any messages in the order that is asked for', async () => {
    const { replies, kept } = createSetting({ files: FILES }, { files: [file({ fileName: 'b.txt' })] });
    const parts = [
      { message: identified(8), part: '2' },
      { message: identified(7), part: '3' },
      { message: identified(7), part: '2' },
    ];
    const copied = await replies.copyAttachments(parts, SIGNAL);

    assert.deepEqual(await readFiles(copied.attachments), [
      { fileName: 'b.txt', mediaType: 'text/plain', text: 'hello' },
      { fileName: 'logo.png', mediaType: 'image/png', contentId: 'logo@x', text: 'png' },
      { fileName: 'a.txt', mediaType: 'text/plain', text: 'hello' },
    ]);
    await copied.release();
    assert.equal(kept(), 0);
  });

  it('looks at each message once', async () => {
    const { replies, mailStore } = createSetting({ files: FILES });
    const parts = ['2', '3', '2'].map((part) => ({ message: identified(), part }));
    const copied = await replies.copyAttachments(parts, SIGNAL);

    assert.deepEqual(mailStore.calls, [
      'listMessages',
      'openAttachment 2',
      'openAttachment 3',
      'openAttachment 2',
    ]);
    await copied.release();
  });

  const REFUSED: readonly (readonly [
    string,
    readonly Parameters<MessageReplies['copyAttachments']>[0][number][],
    string,
  ])[] = [
    [
      'a part that is none',
      [
        { message: identified(), part: '2' },
        { message: identified(), part: '9' },
      ],
      'attachment-unknown',
    ],
    ['a message that is not there', [{ message: identified(99), part: '2' }], 'message-unknown'],
    [
      'a uid that has got another meaning',
      [{ message: { ...identified(), uidValidity: 2 }, part: '2' }],
      'message-gone',
    ],
    [
      'more than a thousand parts',
      Array(1_001).fill({ message: identified(), part: '2' }),
      'invalid-document',
    ],
  ];
  for (const [description, parts, expected] of REFUSED) {
    it(`refuses ${description} and keeps nothing`, async () => {
      const { replies, kept } = createSetting({ files: FILES });

      await assert.rejects(replies.copyAttachments(parts, SIGNAL), code(expected));
      assert.equal(kept(), 0);
    });
  }
});

/** Whatever may stand in a message of a stranger, or in a mail store that is not careful. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\0',
      '\t',
      ' ',
      '\u0085',
      '\u2028',
      '\ud800',
      '\udc00',
      '\u007f',
      '\u202e',
      'a',
      '\u00fc',
      '\u{1f600}',
    ],
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '@',
      ',',
      ';',
      '=?utf-8?q?=0D=0A?=',
      'Re: ',
      'Fwd:',
      '-- \n',
      '> ',
      'Bcc: evil@x.example',
    ],
    ...['<script>', '</blockquote>', '<div>', '<img src="cid:a@x">', '<!--', 'x'.repeat(3_000)],
  ),
});
const hostileAddress: fc.Arbitrary<MailAddress> = fc.record({
  name: hostileText,
  address: fc.oneof(
    hostileText,
    hostileText.map((text) => `${text}@example.com`),
    fc.emailAddress(),
  ),
});
const hostileAddresses = fc.oneof(
  fc.array(hostileAddress, { maxLength: 4 }),
  fc.constant(Array.from({ length: 500 }, (_, index) => ({ name: 'N', address: `n${index}@example.com` }))),
);
const hostileValues: fc.Arbitrary<Partial<MessageItemValues>> = fc.record(
  {
    from: hostileAddresses,
    to: hostileAddresses,
    cc: hostileAddresses,
    replyTo: hostileAddresses,
    subject: hostileText,
    messageId: fc.oneof(hostileText, fc.constant(null)),
    references: fc.array(hostileText, { maxLength: 5 }),
    inReplyTo: fc.array(hostileText, { maxLength: 2 }),
    date: fc.record({ epochMs: fc.double(), offsetMinutes: fc.oneof(fc.double(), fc.integer()) }),
  },
  { requiredKeys: [] },
);
const hostileFile = fc
  .record({
    fileName: fc.oneof(hostileText, fc.constant(null)),
    mediaType: fc.oneof(hostileText, fc.constantFrom('image/png', 'message/rfc822', 'multipart/mixed')),
    contentId: fc.oneof(hostileText, fc.constantFrom(null, 'a@x')),
    isInline: fc.boolean(),
  })
  .map((values) => file(values));
const hostileMessage: fc.Arbitrary<Partial<MessageInput>> = fc.record({
  values: hostileValues,
  textPlain: hostileText,
  textHtml: hostileText,
  files: fc.array(hostileFile, { maxLength: 1 }),
});

describe('whatever the original is made of', () => {
  it('its reply can be composed and sent', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMessage, fc.boolean(), async (input, isToAll) => {
        const { replies } = createSetting(input);
        const change = (await replies.reply({ original: identified(), isToAll, isQuoted: true }, SIGNAL))
          .change;
        const draft = await octetComposer.compose(change);
        const recipients = [...(change.header?.to ?? []), ...(change.header?.cc ?? [])];
        const isSendable = recipients.length > 0;
        const sent = isSendable ? await octetComposer.toOutgoing(draft) : undefined;
        assert.equal(sent?.envelope.forwardPaths.length ?? 0, recipients.length);
        assert.doesNotMatch(change.textHtml ?? '', /<script|<!--/);
      }),
      { numRuns: 300 },
    );
  });

  it('its forward can be composed', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMessage, async (input) => {
        const { replies, kept } = createSetting(input);
        const { change, release } = await replies.forward({ original: identified() }, SIGNAL);
        await octetComposer.compose(change);
        await release();
        assert.equal(kept(), 0);
      }),
      { numRuns: 300 },
    );
  });

  it('a bomb of HTML is bounded', async () => {
    const { replies } = createSetting({
      textPlain: '',
      textHtml: '<div>'.repeat(200_000) + 'x'.repeat(2_000_000),
    });
    const change = (await replies.reply({ original: identified(), isToAll: false, isQuoted: true }, SIGNAL))
      .change;

    assert.ok((change.textHtml ?? '').length + (change.textPlain ?? '').length < 5_000_000);
  });
});
