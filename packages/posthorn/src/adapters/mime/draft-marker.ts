/** The header field by which versions of our own drafts are recognised. It is stored with the draft and never sent. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mailUserKey } from '../../domain/login-key.ts';
import type { MessageReference } from '../../domain/message-draft.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { toUid, type Uid } from '../../domain/uid.ts';
import { parseHeaderFields } from '../../message/header-fields.ts';
import { parseMessageId } from '../../message/message-ids.ts';
import { invalidDocument } from './written-text.ts';

/** What the field carries. */
export interface DraftMarker {
  /** 32 hexadecimal digits, random; another one in each version. Copies by mail programs have that of their original. */
  readonly versionId: string;
  /** The name of the message that this version has replaced; null for a new draft. */
  readonly replaced: string | null;
  readonly answerOf: MessageReference | null;
}

/** A marker, and the key and the message that its signature holds for. */
export interface MarkerSigning {
  readonly marker: DraftMarker;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly markerKey: Uint8Array;
}

/** The name of the field. IMAP SEARCH HEADER finds a version by it and the texts in it, which are in clear. */
export const DRAFT_MARKER_FIELD = 'X-Posthorn-Draft';

const VERSION_ID_OCTETS = 16;
const MESSAGE_NAME_DIGITS = 32;
const MARKER =
  /^id=([0-9a-f]{32})(?:;after=(\d{1,10}-[0-9a-f]{32}))?(?:;answer-of=([\w-]+))?;mac=([\w-]{43})$/;
/** Names of mailboxes are shorter than a thousand characters; the bound keeps the field small. */
const MAX_REFERENCE_CHARACTERS = 4_000;
/** Base64 has no spaces to fold at, so it is written in pieces. */
const PIECE = /.{64}(?=.)/g;
const WHITE_SPACE = /\s+/g;

/** A version id that no other version has. */
export function createVersionId(): string {
  return randomBytes(VERSION_ID_OCTETS).toString('hex');
}

/**
 * The name of a stored message: its uid, and a digest of its place. No two messages have the same, wherever they are copied to: a mailbox
 * uses a uid once (RFC 9051 §2.3.1.1).
 */
export function nameMessage({ account, mailbox, uidValidity, uid }: ExactMessageRef): string {
  const place = JSON.stringify([mailUserKey(account), mailbox, uidValidity, uid]);
  const digest = createHash('sha256').update(place).digest('hex').slice(0, MESSAGE_NAME_DIGITS);
  return `${uid}-${digest}`;
}

/** The uid of the message in the same mailbox that has this name; null for the name of a message elsewhere. */
export function findNamed(name: string, neighbour: ExactMessageRef): Uid | null {
  const uid = toUid(Number.parseInt(name, 10)) ?? null;
  return uid !== null && nameMessage({ ...neighbour, uid }) === name ? uid : null;
}

/** The value of the field. Throws `invalid-document` when the reference is longer than a field can be. */
export function writeMarker({ marker, messageId, markerKey }: MarkerSigning): string {
  const { versionId, replaced } = marker;
  const reference = marker.answerOf === null ? '' : encodeReference(marker.answerOf);
  const mac = sign({ versionId, replaced, reference, messageId, markerKey });
  const after = replaced === null ? '' : `; after=${replaced}`;
  const answerOf = reference === '' ? '' : `; answer-of=${reference.replace(PIECE, '$& ')}`;
  return `id=${versionId}${after}${answerOf}; mac=${mac}`;
}

/**
 * The marker that was written with this key for this Message-ID; null for any other: received mail that carries such a field, and a field
 * that was moved to another message.
 */
export function readDraftMarker(message: Uint8Array, markerKey: Uint8Array): DraftMarker | null {
  const fields = parseHeaderFields(message);
  const value = (fields.first(DRAFT_MARKER_FIELD) ?? '').replace(WHITE_SPACE, '');
  const [, versionId, replaced = null, reference = '', mac] = MARKER.exec(value) ?? [];
  const messageId = parseMessageId(fields.first('message-id') ?? '');
  if (versionId === undefined || mac === undefined || messageId === null) return null;
  const expected = sign({ versionId, replaced, reference, messageId, markerKey });
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  return isOurs ? { versionId, replaced, answerOf: decodeReference(reference) } : null;
}

interface Signed {
  readonly versionId: string;
  readonly replaced: string | null;
  readonly reference: string;
  readonly messageId: string;
  readonly markerKey: Uint8Array;
}

/** Drafts of earlier releases name no replaced message. */
function sign({ versionId, replaced, reference, messageId, markerKey }: Signed): string {
  const signed = [
    DRAFT_MARKER_FIELD,
    messageId,
    versionId,
    reference,
    ...(replaced === null ? [] : [replaced]),
  ];
  return createHmac('sha256', markerKey).update(JSON.stringify(signed)).digest('base64url');
}

function encodeReference({ mailAccountId, mailFolderId, id }: MessageReference): string {
  const text = JSON.stringify([mailAccountId, mailFolderId, id]);
  if (text.length > MAX_REFERENCE_CHARACTERS)
    throw invalidDocument('The answered message has too long an id.');
  return Buffer.from(text).toString('base64url');
}

/** Only what we signed comes here, so it has the form that `encodeReference` gave it. */
function decodeReference(reference: string): MessageReference | null {
  if (reference === '') return null;
  const [mailAccountId, mailFolderId, id] = JSON.parse(Buffer.from(reference, 'base64url').toString());
  return { mailAccountId, mailFolderId, id };
}
