import { randomBytes } from 'node:crypto';
import { encodeParameters, foldField } from './mime-encoding.ts';
import type { OctetPiece } from './octet-pieces.ts';
import type { RawPart } from './part-tree.ts';
import { splitMessage } from './raw-message.ts';

/** A part's header block and content (RFC 2045 §2.4), never copied. */
export interface Entity {
  readonly header: Uint8Array;
  readonly content: readonly OctetPiece[];
}

export type MultipartSubtype = 'mixed' | 'alternative' | 'related';

/** Default in multipart/digest (RFC 2046 §5.1.5). */
const MESSAGE_TYPE = 'message/rfc822';
const LINE_END = Buffer.from('\r\n');
const CLOSING = Buffer.from('--\r\n');
const BOUNDARY_OCTETS = 16;

/** Keeps the octets; declares multipart/digest's implied type. */
export function keptEntity({ mediaType, header, content }: RawPart): Entity {
  const isTyped = mediaType !== MESSAGE_TYPE || hasContentType(header);
  return {
    header: isTyped ? header : Buffer.concat([Buffer.from(foldField('Content-Type', MESSAGE_TYPE)), header]),
    content: [content],
  };
}

/** The boundary occurs in no part. */
export function multipartEntity(subtype: MultipartSubtype, parts: readonly Entity[]): Entity {
  // A part's author cannot predict it.
  const boundary = `posthorn-${randomBytes(BOUNDARY_OCTETS).toString('hex')}`;
  // RFC 2387 §3.1 requires it.
  const parameters = subtype === 'related' ? { type: 'text/html', boundary } : { boundary };
  const contentType = encodeParameters(`multipart/${subtype}`, parameters);
  return {
    header: Buffer.from(`${foldField('Content-Type', contentType)}\r\n`),
    content: joinParts(Buffer.from(`--${boundary}`), parts),
  };
}

/** Omits parts; header block and boundary stay. */
export function reducedEntity(part: RawPart, parts: readonly Entity[]): Entity {
  const boundary = part.parameters.get('boundary')?.trimEnd() ?? '';
  return { ...keptEntity(part), content: joinParts(Buffer.from(`--${boundary}`), parts) };
}

/** A single part stays alone. */
export function mixedEntity(first: Entity, others: readonly Entity[]): Entity {
  return others.length === 0 ? first : multipartEntity('mixed', [first, ...others]);
}

/** All octets. */
export function entityPieces({ header, content }: Entity): readonly OctetPiece[] {
  return [header, ...content];
}

function hasContentType(header: Uint8Array): boolean {
  return splitMessage(header).fields.some(({ name }) => name === 'content-type');
}

function joinParts(delimiter: Uint8Array, parts: readonly Entity[]): readonly OctetPiece[] {
  const sections = parts.flatMap((part) => [delimiter, LINE_END, ...entityPieces(part), LINE_END]);
  return [...sections, delimiter, CLOSING];
}
