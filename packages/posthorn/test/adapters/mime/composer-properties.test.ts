/** What holds for every message that the composer writes or changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { firstValue, splitMessage } from '../../../src/adapters/mime/raw-message.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { DraftChange } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { parseAddressList } from '../../../src/message/headers/address-list.ts';
import { decodeEncodedWords } from '../../../src/message/headers/encoded-words.ts';
import { fileNameOf } from '../../../src/message/headers/parameters.ts';
import { randomMessage } from './random-message.ts';
import {
  attachmentOctets,
  attachmentParts,
  fieldNames,
  fieldsOf,
  file,
  octetComposer,
  outline,
  readTexts,
} from './test-composer.ts';

const composer = octetComposer;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is left out here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Readers drop U+FFFD at the end of a text: there it is a character that was cut. */
const DROPPED_BY_READERS = /[\ufffd\ufeff]/g;
/** Readers take directories and overrides of the writing direction out of file names. */
const DROPPED_FROM_FILE_NAMES = /[/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom(
        '=?utf-8?q?x?=',
        '=?',
        '?=',
        ' ',
        '"',
        '\\',
        ',',
        ';',
        "'",
        '(',
        '<',
        '=',
        '_',
        'a',
        '\u00e9',
      ),
    }),
  )
  .map((text) => text.replace(CONTROLS, '').replace(DROPPED_BY_READERS, ''));
const fieldText = anyText.map((text) => text.trim());
/** Readers take single quotes around a name for decoration. */
const nameText = fieldText.filter((text) => !/^'.*'$/s.test(text));
const fileNameText = anyText
  .map((text) => text.replace(DROPPED_FROM_FILE_NAMES, '').trim())
  .filter((text) => /[^.]/.test(text) && Array.from(text).length < 200);
/** Some parsers decode encoded words where there cannot be any (RFC 2047 §5). */
const plainFileName = fileNameText.filter((text) => !text.includes('=?'));
const bodyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\n', ' ', '=', '.', '--', 'From '),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    ),
  })
  .map((text) => text.replace(/[^\P{Cc}\n]/gu, '').replace(DROPPED_BY_READERS, ''))
  .filter((text) => text.trim() !== '');

/** Texts that would like to be more than text. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\r',
      '\0',
      '\t',
      ' ',
      '\u0085',
      '\u2028',
      '\ud800',
      '\u007f',
      'a',
      '\u00fc',
      ':',
      '@',
      ',',
      ';',
    ],
    ...['<', '>', '(', ')', '"', '\\', '=', '?', '%0d%0a', 'Bcc: evil@x.example', '=?utf-8?q?=0D=0ABcc:_x?='],
    ...["utf-8''", 'example.org', '.', '/', 'x'.repeat(300)],
  ),
});
/** Drafts with such a text in one place. */
const hostileDraft: fc.Arbitrary<DraftChange> = hostileText.chain((text) =>
  fc.constantFrom<DraftChange>(
    { header: { subject: text }, textPlain: text },
    { header: { from: { name: text, address: 'a@example.org' } }, textHtml: text },
    { header: { to: [{ name: '', address: text }] } },
    { header: { to: [{ name: text, address: `${text}@example.org` }] } },
    { header: { references: [text] } },
    { addedAttachments: [file({ fileName: text })] },
    { addedAttachments: [file({ mediaType: `a/${text}` })] },
    {
      addedAttachments: [file({ contentId: text, content: bufferSource(Buffer.from(text)) })],
      textHtml: 'x',
    },
  ),
);

describe('every composed message', () => {
  it('gives back its subject', async () => {
    await fc.assert(
      fc.asyncProperty(fieldText, async (subject) => {
        const { fields } = splitMessage(await composer.compose({ header: { subject } }));
        assert.equal(decodeEncodedWords(firstValue(fields, 'subject') ?? ''), subject);
      }),
    );
  });

  it('gives back its display names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nameText, { minLength: 1, maxLength: 5 }), async (names) => {
        const to = names.map((name, index) => ({ name, address: `a${index}@example.org` }));
        const { fields } = splitMessage(await composer.compose({ header: { to } }));
        assert.deepEqual(parseAddressList(firstValue(fields, 'to') ?? ''), to);
      }),
    );
  });

  it('gives back its file names', async () => {
    await fc.assert(
      fc.asyncProperty(fileNameText, async (fileName) => {
        const message = await composer.compose({ addedAttachments: [file({ fileName })] });
        assert.deepEqual(attachmentParts(message).map(fileNameOf), [fileName]);
      }),
    );
  });

  it('gives back its texts', async () => {
    await fc.assert(
      fc.asyncProperty(bodyText, bodyText, async (plain, html) => {
        const message = await composer.compose({ textPlain: plain, textHtml: html });
        assert.deepEqual(readTexts(message), { plain, html });
      }),
    );
  });

  it('says the same to another parser', async () => {
    await fc.assert(
      fc.asyncProperty(
        fieldText,
        nameText,
        plainFileName,
        bodyText,
        async (subject, name, fileName, text) => {
          const message = await composer.compose({
            header: { subject, from: { name, address: 'a@example.org' } },
            textPlain: text,
            addedAttachments: [file({ fileName })],
          });
          const read = await PostalMime.parse(message);
          assert.deepEqual(
            [read.subject ?? '', read.from, read.attachments[0]?.filename, withoutOuterSpace(read.text)],
            [subject, { name, address: 'a@example.org' }, fileName, withoutOuterSpace(text)],
          );
        },
      ),
    );
  });

  it('is ASCII on lines of at most 998 characters that end in CRLF', async () => {
    await fc.assert(
      fc.asyncProperty(fieldText, bodyText, fileNameText, async (text, body, fileName) => {
        const message = await composer.compose({
          header: { subject: text, from: { name: text, address: 'a@example.org' } },
          textHtml: body,
          addedAttachments: [file({ fileName })],
        });
        assert.match(message.toString('latin1'), /^(?:[\t -~]{0,998}\r\n)+$/);
      }),
    );
  });

  it('has no header field that a text made', async () => {
    await fc.assert(
      fc.asyncProperty(hostileDraft, async (draft) => {
        const names = await composedFieldNames(draft);
        assert.deepEqual(
          names.filter((name) => !FIELDS_OF_DRAFTS.has(name)),
          [],
        );
        assert.equal(new Set(names).size, names.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has no recipient that a text made', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (name) => {
        const from = { name, address: 'jane@example.org' };
        const draft = await composeOrRefuse({ header: { from, to: [{ name, address: 'ann@example.org' }] } });
        const sent = draft && (await composer.toOutgoing(draft));
        assert.deepEqual(sent?.envelope ?? ENVELOPE, ENVELOPE);
      }),
      { numRuns: 500 },
    );
  });
});

/** Parsers differ in line ends and in what they make of those at the end. */
function withoutOuterSpace(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim();
}

const ENVELOPE = { reversePath: 'jane@example.org', forwardPaths: ['ann@example.org'] };
/** The fields of messages with one part, that is. */
const FIELDS_OF_DRAFTS = new Set([
  'content-disposition',
  'content-id',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'references',
  'subject',
  'to',
  'user-agent',
  'x-posthorn-draft',
]);

/** The names of the message's fields and of its attachments' fields; none when the composer refuses the draft. */
async function composedFieldNames(draft: DraftChange): Promise<readonly string[]> {
  const message = await composeOrRefuse(draft);
  if (message === undefined) return [];
  const ofFiles = attachmentOctets(message).flatMap((octets) => fieldNames(Buffer.from(octets, 'latin1')));
  const ofMessage = fieldNames(message).filter((name) => !ofFiles.includes(name));
  return [...ofMessage, ...ofFiles];
}

async function composeOrRefuse(draft: DraftChange): Promise<Buffer | undefined> {
  try {
    return await composer.compose(draft);
  } catch (error) {
    assert.ok(error instanceof MailError && error.code === 'invalid-document', String(error));
    return undefined;
  }
}

describe('every revised message', () => {
  it('keeps its body and its id when nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(randomMessage(), async ({ octets }) => {
        const revised = await composer.revise(octets, {});
        const body = splitMessage(octets).body;
        assert.deepEqual(revised.subarray(revised.length - body.length), Buffer.from(body));
        assert.deepEqual(fieldsOf(revised, 'message-id'), ['Message-ID: <a@example.org>']);
      }),
    );
  });

  it('keeps every attachment octet by octet when its texts change', async () => {
    await fc.assert(
      fc.asyncProperty(randomMessage(), async ({ octets, attachments, texts }) => {
        const revised = await composer.revise(octets, { textPlain: 'new', textHtml: '<p>new</p>' });
        assert.deepEqual([...attachmentOctets(revised)].sort(), [...attachments].sort());
        assert.deepEqual(readTexts(revised), { plain: 'new', html: '<p>new</p>' });
        assert.deepEqual(found(revised, texts), []);
      }),
    );
  });

  it('keeps every part octet by octet when files are added', async () => {
    const image = file({ mediaType: 'image/gif', contentId: 'new@example.org' });
    await fc.assert(
      fc.asyncProperty(randomMessage(), async ({ octets, attachments, texts }) => {
        const revised = await composer.revise(octets, { addedAttachments: [image, file()] });
        assert.deepEqual(found(revised, [...attachments, ...texts]), [...attachments, ...texts]);
        assert.equal(attachmentParts(revised).length, attachments.length + 2);
      }),
    );
  });

  it('keeps every other part when one is removed', async () => {
    await fc.assert(
      fc.asyncProperty(messageWithAttachment, fc.nat(), async ({ octets, attachments, texts }, number) => {
        const parts = attachmentParts(octets);
        const index = number % parts.length;
        const revised = await composer.revise(octets, { removedParts: [parts[index]?.path ?? ''] });
        const contents = [...attachments.map(contentOf), ...texts];
        assert.deepEqual(
          found(revised, contents),
          contents.filter((_, place) => place !== index),
        );
        assert.equal(attachmentParts(revised).length, attachments.length - 1);
      }),
    );
  });

  it('keeps its structure when its texts change once more', async () => {
    await fc.assert(
      fc.asyncProperty(randomMessage(), async ({ octets }) => {
        const once = await composer.revise(octets, { textHtml: 'once' });
        const twice = await composer.revise(once, { textHtml: 'twice' });
        assert.equal(outline(twice), outline(once));
      }),
    );
  });

  it('is sent with everything but its private fields', async () => {
    const change = { header: { from: SOMEBODY, to: [SOMEBODY], bcc: [SOMEBODY] } };
    await fc.assert(
      fc.asyncProperty(randomMessage(), async ({ octets, attachments, texts }) => {
        const sent = await composer.toOutgoing(await composer.revise(octets, change));
        const parts = [...attachments, ...texts];
        assert.deepEqual(found(sent.octets, parts), parts);
        assert.deepEqual(fieldNames(sent.octets).slice(0, 5), [
          'date',
          'from',
          'to',
          'message-id',
          'user-agent',
        ]);
      }),
    );
  });
});

const SOMEBODY = { name: '', address: 'somebody@example.org' };
const messageWithAttachment = randomMessage().filter(({ attachments }) => attachments.length > 0);

/** Those of the pieces that occur in the message. */
function found(message: Buffer, pieces: readonly string[]): readonly string[] {
  return pieces.filter((piece) => message.includes(piece, 0, 'latin1'));
}

function contentOf(part: string): string {
  return part.slice(part.indexOf('\r\n\r\n') + 4);
}
