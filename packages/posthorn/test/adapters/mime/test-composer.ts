/** A composer with a fixed clock and fixed ids, and what tests say about its messages. */
import { createNodemailerComposer } from '../../../src/adapters/mime/nodemailer-composer.ts';
import { findParts, type RawBody, type RawPart } from '../../../src/adapters/mime/part-tree.ts';
import { splitMessage } from '../../../src/adapters/mime/raw-message.ts';
import type {
  MailEnvelope,
  MessageComposer,
  VersionToRevise,
} from '../../../src/application/ports/mail/message-composer.ts';
import type { BodyPart } from '../../../src/domain/messages/body-structure.ts';
import type { DraftAttachment, DraftChange } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { decodeTransferEncoding } from '../../../src/message/octets/transfer-encoding.ts';
import { selectMessageParts } from '../../../src/message/parts/message-parts.ts';
import { decodePartText } from '../../../src/message/texts/part-text.ts';
import { mailboxName, testAccount } from '../../contracts/store-under-test.ts';
import { asUid } from '../../support/domain-values.ts';
import { octetsOf } from '../../support/octets-of.ts';

/** Signs the markers of the test composer. */
export const MARKER_KEY = Buffer.alloc(32, 7);
/** Tue, 02 Jan 2024 03:04:05 +0000. */
export const NOW_MS = Date.UTC(2024, 0, 2, 3, 4, 5);

/** A composer whose clock stands still and whose Message-IDs are `new@example.org`. */
export function testComposer(): MessageComposer {
  return createNodemailerComposer({
    now: () => NOW_MS,
    newMessageId: () => 'new@example.org',
    markerKey: MARKER_KEY,
  });
}

/** What the test composer writes, in memory. */
export const octetComposer = {
  async compose(draft: DraftChange): Promise<Buffer> {
    return octetsOf((await testComposer().compose(draft)).octets);
  },
  async revise(message: Uint8Array, change: DraftChange): Promise<Buffer> {
    return octetsOf((await testComposer().revise(versionOf(message), change)).octets);
  },
  async toOutgoing(
    message: Uint8Array,
  ): Promise<{ readonly envelope: MailEnvelope; readonly octets: Buffer }> {
    const { envelope, octets } = await testComposer().toOutgoing(message);
    return { envelope, octets: await octetsOf(octets) };
  },
};

/** The message as the one with that uid in the drafts of a user. */
export function versionOf(octets: Uint8Array, uid = 5): VersionToRevise {
  const account = testAccount({ host: '127.0.0.1', port: 143 }, { name: 'alice@example.org', password: 'x' });
  const place = { account, mailbox: mailboxName('Drafts'), uidValidity: 17 };
  return { octets, message: { ...place, uid: asUid(uid) } };
}

/** The message without the marker of its version, which is another one each time. */
export function unmarked(message: Uint8Array): string {
  return Buffer.from(message)
    .toString('latin1')
    .replace(/^X-Posthorn-Draft:.*\r\n([ \t].*\r\n)*/m, '');
}

/** A message of these lines, which end in CRLF. */
export function rawMessage(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

/** A small file; a test names only what matters to it. */
export function file(values: Partial<DraftAttachment> = {}): DraftAttachment {
  return {
    fileName: 'report.pdf',
    mediaType: 'application/pdf',
    content: bufferSource(Buffer.from('%PDF-1.7')),
    ...values,
  };
}

/** The parts of the message. */
export function partsOf(message: Uint8Array): RawPart {
  return findParts(bodyOf(message));
}

/** The message with its whole header for the header of its body. */
export function bodyOf(message: Uint8Array): RawBody {
  const content = splitMessage(message).body;
  return { header: message.subarray(0, message.length - content.length), content };
}

/** The structure of the message, such as `mixed(alternative(text/plain, text/html), image/png)`. */
export function outline(message: Uint8Array): string {
  return outlineOf(partsOf(message));
}

function outlineOf({ mediaType, children }: RawPart): string {
  if (children.length === 0) return mediaType;
  return `${mediaType.replace('multipart/', '')}(${children.map(outlineOf).join(', ')})`;
}

/** The body texts as a reader of Posthorn gets them. */
export function readTexts(message: Uint8Array): { readonly plain: string; readonly html: string } {
  const { plain, html } = selectMessageParts(partsOf(message));
  const read = (parts: readonly BodyPart[]) =>
    (parts as readonly RawPart[]).map((part) => decodePartText(part.content, part)).join('\n');
  return { plain: read(plain), html: read(html) };
}

/** The attachments as parts of the message. */
export function attachmentParts(message: Uint8Array): readonly RawPart[] {
  return selectMessageParts(partsOf(message)).attachments as readonly RawPart[];
}

/** All octets of the attachments, header blocks included, as Latin-1. */
export function attachmentOctets(message: Uint8Array): readonly string[] {
  return attachmentParts(message).map(({ header, content }) =>
    Buffer.concat([header, content]).toString('latin1'),
  );
}

/** The content of the part with its transfer encoding undone. */
export function decodedContent({ content, encoding }: RawPart): Buffer {
  return Buffer.from(decodeTransferEncoding(content, encoding));
}

/** The fields of that name as they stand in the message, folds included, without their last line end. */
export function fieldsOf(message: Uint8Array, name: string): readonly string[] {
  return splitMessage(message)
    .fields.filter((field) => field.name === name.toLowerCase())
    .map(({ octets }) => Buffer.from(octets).toString().trimEnd());
}

/** The names of all header fields in their order. */
export function fieldNames(message: Uint8Array): readonly string[] {
  return splitMessage(message).fields.map(({ name }) => name);
}
