import type {
  ComposedMessage,
  DraftIdentity,
  MessageComposer,
  RevisedMessage,
  VersionToRevise,
} from '../../application/ports/mail/message-composer.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import { parseHeaderFields } from '../../message/headers/header-fields.ts';
import { parseMessageId } from '../../message/headers/message-ids.ts';
import { toBodyTexts } from './body-texts.ts';
import { changeBody, isBodyChange } from './changed-body.ts';
import { DRAFT_MARKER_FIELD, findNamed, nameMessage, readDraftMarker } from './draft-marker.ts';
import { type Entity, multipartEntity } from './entity.ts';
import { examineMessage } from './examined-message.ts';
import {
  type ChangedHeader,
  type ComposerDependencies,
  changeHeader,
  headerOctets,
  toRawField,
} from './header-changes.ts';
import { layOutBody, writeAttachments } from './new-body.ts';
import { joinPieces } from './octet-pieces.ts';
import { toOutgoingMessage } from './outgoing-message.ts';
import { type RawField, splitMessage } from './raw-message.ts';

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
 * Messages with CRLF and lines of up to 998 octets, ASCII except international local parts. Results are
 * views: the old message and new files must not change until read. In subjects and names, line breaks and
 * tabs become spaces; other control characters are `invalid-document`.
 */
export function createNodemailerComposer(dependencies: ComposerDependencies): MessageComposer {
  return {
    compose: (draft) => composeMessage(draft, dependencies),
    revise: (version, change) => reviseVersion(version, change, dependencies),
    copy: async (message) => copyMessage(message, dependencies),
    async toOutgoing(message) {
      return toOutgoingMessage(message);
    },
    identify: (message) => identifyMessage(message, dependencies.markerKey),
    examine: examineMessage,
  };
}

async function composeMessage(
  draft: DraftChange,
  dependencies: ComposerDependencies,
): Promise<ComposedMessage> {
  const header = changeHeader([], { change: draft.header ?? {}, replaced: null }, dependencies);
  const attached = await writeAttachments(draft.addedAttachments ?? []);
  const body = layOutBody(toBodyTexts(draft, false), attached);
  return toComposed(header, joinMessage(header.fields, body));
}

async function reviseVersion(
  { octets, message }: VersionToRevise,
  change: DraftChange,
  dependencies: ComposerDependencies,
): Promise<RevisedMessage> {
  const replaced = nameMessage(message);
  const earlier = readDraftMarker(octets, dependencies.markerKey)?.replaced ?? null;
  return {
    ...(await reviseMessage({ octets, replaced }, change, dependencies)),
    rivalField: { name: DRAFT_MARKER_FIELD, value: replaced },
    earlierUid: earlier === null ? null : findNamed(earlier, message),
  };
}

async function reviseMessage(
  { octets, replaced }: { readonly octets: Uint8Array; readonly replaced: string },
  change: DraftChange,
  dependencies: ComposerDependencies,
): Promise<ComposedMessage> {
  const { fields, body } = splitMessage(octets);
  const header = changeHeader(fields, { change: change.header ?? {}, replaced }, dependencies);
  if (!isBodyChange(change)) return toComposed(header, joinPieces([writeHeader(header.fields), body]));
  const isPartField = ({ name }: RawField) => PART_FIELDS.has(name);
  const oldBody = { header: writeHeader(header.fields.filter(isPartField)), content: body };
  const ownFields = header.fields.filter((field) => !isPartField(field));
  return toComposed(header, joinMessage(ownFields, await changeBody(oldBody, change)));
}

/** Reads the marker first: it needs the old Message-ID. */
function copyMessage(message: Uint8Array, dependencies: ComposerDependencies): ComposedMessage {
  const { fields, body } = splitMessage(message);
  const answerOf = readDraftMarker(headerOctets(fields), dependencies.markerKey)?.answerOf ?? null;
  const others = fields.filter(({ name }) => name !== 'message-id');
  const header = changeHeader(others, { change: { answerOf }, replaced: null }, dependencies);
  return toComposed(header, joinPieces([writeHeader(header.fields), body]));
}

function toComposed({ messageId, marker }: ChangedHeader, octets: OctetSource): ComposedMessage {
  return { octets, messageId, versionField: { name: DRAFT_MARKER_FIELD, value: `id=${marker.versionId}` } };
}

function identifyMessage(message: Uint8Array, markerKey: Uint8Array): DraftIdentity {
  return {
    messageId: parseMessageId(parseHeaderFields(message).first('message-id') ?? ''),
    answerOf: readDraftMarker(message, markerKey)?.answerOf ?? null,
  };
}

/**
 * In parts only Content- fields have meaning (RFC 2045 §9). Others would gain one in the message header: such
 * a part stays a part.
 */
function joinMessage(fields: readonly RawField[], entity: Entity): OctetSource {
  const contentFields = splitMessage(entity.header).fields;
  const isPartOnly = contentFields.some(({ name }) => !name.startsWith('content-'));
  if (isPartOnly) return joinMessage(fields, multipartEntity('mixed', [entity]));
  const hasVersion = fields.some(({ name }) => name === 'mime-version');
  const version = hasVersion ? [] : [toRawField('MIME-Version', '1.0')];
  return joinPieces([writeHeader([...fields, ...version, ...contentFields]), ...entity.content]);
}

function writeHeader(fields: readonly RawField[]): Uint8Array {
  return Buffer.concat([...fields.map(({ octets }) => octets), LINE_END]);
}
