/** The header field by which drafts of our own are recognised. It is stored with the draft and never sent. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MessageReference } from '../../domain/message-draft.ts';
import { parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageId } from '../../message/message-ids.ts';
import { invalidDocument } from './written-text.ts';

/** What the field carries. */
export interface DraftMarker {
  /** 32 hexadecimal digits, random; the same in all versions of a draft. */
  readonly draftId: string;
  readonly answerOf: MessageReference | null;
}

/** A marker, and the key and the message that its signature holds for. */
export interface MarkerSigning {
  readonly marker: DraftMarker;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly markerKey: Uint8Array;
}

/** The name of the field. IMAP SEARCH HEADER finds a draft by it and the draft id, which is in clear text. */
export const DRAFT_MARKER_FIELD = 'X-Posthorn-Draft';

const DRAFT_ID_OCTETS = 16;
const MARKER = /^id=([0-9a-f]{32})(?:;answer-of=([\w-]+))?;mac=([\w-]{43})$/;
/** Names of mailboxes are shorter than a thousand characters; the bound keeps the field small. */
const MAX_REFERENCE_CHARACTERS = 4_000;
/** Base64 has no spaces to fold at, so it is written in pieces. */
const PIECE = /.{64}(?=.)/g;
const WHITE_SPACE = /\s+/g;

/** A draft id that no other draft has. */
export function createDraftId(): string {
  return randomBytes(DRAFT_ID_OCTETS).toString('hex');
}

/** The value of the field. Throws `invalid-document` when the reference is longer than a field can be. */
export function writeMarker({ marker, messageId, markerKey }: MarkerSigning): string {
  const reference = marker.answerOf === null ? '' : encodeReference(marker.answerOf);
  const mac = sign({ draftId: marker.draftId, reference, messageId, markerKey });
  const answerOf = reference === '' ? '' : `; answer-of=${reference.replace(PIECE, '$& ')}`;
  return `id=${marker.draftId}${answerOf}; mac=${mac}`;
}

/**
 * The message that the draft answers, as it was written with this key for this Message-ID; else null. Received mail
 * that carries such a field, and a field that was moved to another message, give null.
 */
export function readDraftMarker(message: Uint8Array, markerKey: Uint8Array): MessageReference | null {
  const fields = parseHeaderFields(message);
  const [, draftId, reference, mac] = parseMarker(fields.first(DRAFT_MARKER_FIELD)) ?? [];
  const messageId = parseMessageId(fields.first('message-id') ?? '');
  if (draftId === undefined || reference === undefined || mac === undefined || messageId === null)
    return null;
  const expected = sign({ draftId, reference, messageId, markerKey });
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  return isOurs ? decodeReference(reference) : null;
}

/**
 * The id that all versions of the draft share; null for messages without one. It is a name and proves nothing: compare it
 * only among the messages of one user's mailbox for drafts.
 */
export function readDraftId(message: Uint8Array): string | null {
  return parseMarker(parseHeaderFields(message).first(DRAFT_MARKER_FIELD))?.[1] ?? null;
}

function parseMarker(value: string | undefined): RegExpExecArray | null {
  return MARKER.exec((value ?? '').replace(WHITE_SPACE, ''));
}

interface Signed {
  readonly draftId: string;
  readonly reference: string;
  readonly messageId: string;
  readonly markerKey: Uint8Array;
}

function sign({ draftId, reference, messageId, markerKey }: Signed): string {
  return createHmac('sha256', markerKey)
    .update(JSON.stringify([DRAFT_MARKER_FIELD, messageId, draftId, reference]))
    .digest('base64url');
}

function encodeReference({ mailAccountId, mailFolderId, id }: MessageReference): string {
  const text = JSON.stringify([mailAccountId, mailFolderId, id]);
  if (text.length > MAX_REFERENCE_CHARACTERS)
    throw invalidDocument('The answered message has too long an id.');
  return Buffer.from(text).toString('base64url');
}

/** Only what we signed comes here, so it has the form that `encodeReference` gave it. */
function decodeReference(reference: string): MessageReference {
  const [mailAccountId, mailFolderId, id] = JSON.parse(Buffer.from(reference, 'base64url').toString());
  return { mailAccountId, mailFolderId, id };
}
