/** The items that a server returned for one message, parsed. */
import { type FetchResponse, sectionKey } from 'posthorn-imap';
import type { BodyPart } from '../../../domain/body-structure.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { toBodyPart, UNREADABLE_STRUCTURE } from './body-parts.ts';

/** Members that were not asked for are undefined. */
export interface FetchedMessage {
  readonly uid: Uid;
  /** Flags as sent, such as `\Seen`. */
  readonly flags?: readonly string[];
  readonly size?: number;
  /** The mod-sequence of its latest change (RFC 7162 §3.1). */
  readonly modSeq?: bigint;
  /** As sent: `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  /** UNREADABLE_STRUCTURE where the server's answer could not be read. */
  readonly structure?: BodyPart;
  /** The id that its copies share; null where the server has none. */
  readonly emailId?: string | null;
  /** The id of its conversation; null where the server has none. */
  readonly threadId?: string | null;
  /** The octets of the header fields asked for. */
  readonly header?: Buffer;
  /** The charset of what is not encoded in them, where they need one. */
  readonly headerCharset?: string | undefined;
  /** Part specifier -> octets. */
  readonly parts: ReadonlyMap<string, Buffer>;
}

const HEADER_FIELDS = sectionKey({ section: 'HEADER.FIELDS' });
const NO_PARTS: ReadonlyMap<string, Buffer> = new Map();

/** The message of one response; undefined when the response has no uid. */
export function toFetchedMessage(response: FetchResponse): FetchedMessage | undefined {
  const { flags, size, modSeq, internalDate, emailId, threadId } = response;
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
    ...structureOf(response),
    ...sectionsOf(response),
  };
}

/** A server may answer in several responses, such as one for the data and one for a changed flag. */
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
