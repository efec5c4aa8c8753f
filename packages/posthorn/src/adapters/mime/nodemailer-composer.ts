/** The message composer: our own layout and changes around the encoders of nodemailer. */
import type { MessageComposer } from '../../application/ports/message-composer.ts';
import type { DraftChange } from '../../domain/message-draft.ts';
import { toBodyTexts } from './body-texts.ts';
import { changeBody, isBodyChange } from './changed-body.ts';
import { type Entity, multipartEntity } from './entity.ts';
import { type ComposerDependencies, changeHeader, toRawField } from './header-changes.ts';
import { layOutBody, writeAttachments } from './new-body.ts';
import { toOutgoingMessage } from './outgoing-message.ts';
import { type RawField, splitMessage } from './raw-message.ts';

/** The fields that describe a body as a part; others, such as Content-Language, belong to the message. */
const PART_FIELDS = new Set([
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-id',
  'content-description',
  'content-location',
  'content-md5',
]);
const LINE_END = Buffer.from('\r\n');

/**
 * Writes messages whose lines end in CRLF and have at most 998 octets. What it writes itself is ASCII, except for
 * international local parts of addresses. Subjects and display names have their line breaks and tabs as spaces; control characters
 * anywhere else in a header text are `invalid-document`.
 */
export function createNodemailerComposer(dependencies: ComposerDependencies): MessageComposer {
  return {
    async compose(draft) {
      return composeMessage(draft, dependencies);
    },
    async revise(message, change) {
      return reviseMessage(message, change, dependencies);
    },
    async toOutgoing(message) {
      return toOutgoingMessage(message);
    },
  };
}

function composeMessage(draft: DraftChange, dependencies: ComposerDependencies): Buffer {
  const fields = changeHeader([], draft.header ?? {}, dependencies);
  const attached = writeAttachments(draft.addedAttachments ?? []);
  return joinMessage(fields, layOutBody(toBodyTexts(draft, false), attached));
}

/** When nothing but header fields changes, the body is not even looked at. */
function reviseMessage(message: Uint8Array, change: DraftChange, dependencies: ComposerDependencies): Buffer {
  const { fields, body } = splitMessage(message);
  const header = changeHeader(fields, change.header ?? {}, dependencies);
  if (!isBodyChange(change)) return joinOctets(header, [body]);
  const isPartField = ({ name }: RawField) => PART_FIELDS.has(name);
  const oldBody = joinOctets(header.filter(isPartField), [body]);
  const ownFields = header.filter((field) => !isPartField(field));
  return joinMessage(ownFields, changeBody(oldBody, change));
}

/**
 * The message with the entity as its body. In a part, fields other than Content- have no meaning (RFC 2045 §9). In the header
 * of the message they would get one, so a part that has such fields stays a part.
 */
function joinMessage(fields: readonly RawField[], entity: Entity): Buffer {
  const contentFields = splitMessage(entity.header).fields;
  const isPartOnly = contentFields.some(({ name }) => !name.startsWith('content-'));
  if (isPartOnly) return joinMessage(fields, multipartEntity('mixed', [entity]));
  const hasVersion = fields.some(({ name }) => name === 'mime-version');
  const version = hasVersion ? [] : [toRawField('MIME-Version', '1.0')];
  return joinOctets([...fields, ...version, ...contentFields], entity.content);
}

function joinOctets(fields: readonly RawField[], content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...fields.map(({ octets }) => octets), LINE_END, ...content]);
}
