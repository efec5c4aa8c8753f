/** Identifies versions of our drafts; never sent. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mailUserKey } from '../../domain/accounts/login-key.ts';
import type { MessageReference } from '../../domain/messages/message-draft.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { toUid, type Uid } from '../../domain/values/uid.ts';
import { parseHeaderFields } from '../../message/headers/header-fields.ts';
import { parseMessageId } from '../../message/headers/message-ids.ts';
import { invalidDocument } from './written-text.ts';

/** The field's content. */
export interface DraftMarker {
  /** 32 random hexadecimal digits, shared by mail programs' copies. */
  readonly versionId: string;
  /** Null for a new draft. */
  readonly replaced: string | null;
  readonly answerOf: MessageReference | null;
}

/** Marker, key and message. */
export interface MarkerSigning {
  readonly marker: DraftMarker;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly markerKey: Uint8Array;
}

export const DRAFT_MARKER_FIELD = 'X-Posthorn-Draft';

const VERSION_ID_OCTETS = 16;
const MESSAGE_NAME_DIGITS = 32;
const MARKER =
  /^id=([0-9a-f]{32})(?:;after=(\d{1,10}-[0-9a-f]{32}))?(?:;answer-of=([\w-]+))?;mac=([\w-]{43})$/;
const MAX_REFERENCE_CHARACTERS = 4_000;
/** Base64 has no spaces for folds. */
const PIECE = /.{64}(?=.)/g;
const WHITE_SPACE = /\s+/g;

/** A random id. */
export function createVersionId(): string {
  return randomBytes(VERSION_ID_OCTETS).toString('hex');
}

/** A name by uid and mailbox digest; uids are never reused (RFC 9051 §2.3.1.1). */
export function nameMessage({ account, mailbox, uidValidity, uid }: ExactMessageRef): string {
  const place = JSON.stringify([mailUserKey(account), mailbox, uidValidity, uid]);
  const digest = createHash('sha256').update(place).digest('hex').slice(0, MESSAGE_NAME_DIGITS);
  return `${uid}-${digest}`;
}

/** The named message's uid; null in another mailbox. */
export function findNamed(name: string, neighbour: ExactMessageRef): Uid | null {
  const uid = toUid(Number.parseInt(name, 10)) ?? null;
  return uid !== null && nameMessage({ ...neighbour, uid }) === name ? uid : null;
}

/** Throws `invalid-document` for a long reference. */
export function writeMarker({ marker, messageId, markerKey }: MarkerSigning): string {
  const { versionId, replaced } = marker;
  const reference = marker.answerOf === null ? '' : encodeReference(marker.answerOf);
  const mac = sign({ versionId, replaced, reference, messageId, markerKey });
  const after = replaced === null ? '' : `; after=${replaced}`;
  const answerOf = reference === '' ? '' : `; answer-of=${reference.replace(PIECE, '$& ')}`;
  return `id=${versionId}${after}${answerOf}; mac=${mac}`;
}

/** The marker signed for Message-ID and key, or null. */
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

function decodeReference(reference: string): MessageReference | null {
  if (reference === '') return null;
  const [mailAccountId, mailFolderId, id] = JSON.parse(Buffer.from(reference, 'base64url').toString());
  return { mailAccountId, mailFolderId, id };
}
