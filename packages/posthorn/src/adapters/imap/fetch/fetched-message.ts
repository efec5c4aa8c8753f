import { type FetchResponse, sectionKey } from 'posthorn-imap';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import { toBodyPart, UNREADABLE_STRUCTURE } from './body-parts.ts';

/** Unrequested members are undefined. */
export interface FetchedMessage {
  readonly uid: Uid;
  readonly flags?: readonly string[];
  readonly size?: number;
  readonly modSeq?: bigint;
  /** As sent: `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  /** Or UNREADABLE_STRUCTURE. */
  readonly structure?: BodyPart;
  /** Equal for copies; null without support. */
  readonly emailId?: string | null;
  readonly threadId?: string | null;
  readonly header?: Buffer;
  readonly headerCharset?: string | undefined;
  readonly parts: ReadonlyMap<string, Buffer>;
  /** Decoded, by part specifier. */
  readonly binarySizes?: ReadonlyMap<string, number>;
}

const HEADER_FIELDS = sectionKey({ section: 'HEADER.FIELDS' });
const NO_PARTS: ReadonlyMap<string, Buffer> = new Map();

/** Undefined without a uid. */
export function toFetchedMessage(response: FetchResponse): FetchedMessage | undefined {
  const { flags, size, modSeq, internalDate, emailId, threadId, binarySizes } = response;
  const uid = toUid(response.uid ?? 0);
  if (uid === undefined) return undefined;
  return {
    uid,
    ...(flags && { flags }),
    ...(size !== undefined && { size }),
    ...(modSeq !== undefined && { modSeq }),
    ...(internalDate !== undefined && { internalDate }),
    ...(emailId !== undefined && { emailId }),
    ...(threadId !== undefined && { threadId }),
    ...(binarySizes.size > 0 && { binarySizes }),
    ...structureOf(response),
    ...sectionsOf(response),
  };
}

/** Changed flags may come separately. */
export function mergeMessages(earlier: FetchedMessage | undefined, later: FetchedMessage): FetchedMessage {
  if (!earlier) return later;
  return { ...earlier, ...later, parts: new Map([...earlier.parts, ...later.parts]) };
}

function structureOf({ structure }: FetchResponse): Pick<FetchedMessage, 'structure'> {
  if (!structure) return {};
  return { structure: 'unreadable' in structure ? UNREADABLE_STRUCTURE : toBodyPart(structure) };
}

function sectionsOf({ sections }: FetchResponse): Pick<FetchedMessage, 'header' | 'parts'> {
  if (sections.size === 0) return { parts: NO_PARTS };
  const parts = new Map<string, Buffer>();
  const headers: Buffer[] = [];
  for (const [section, octets] of sections) {
    if (octets === null) continue;
    if (section.startsWith(HEADER_FIELDS)) headers.push(octets);
    else parts.set(section, octets);
  }
  const [header] = headers.length > 1 ? [Buffer.concat(headers)] : headers;
  return { parts, ...(header && { header }) };
}
