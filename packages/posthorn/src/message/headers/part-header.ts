import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { isBlankLine } from '../octets/octet-lines.ts';
import { parseContentField } from './content-field.ts';
import { parseHeaderFields } from './header-fields.ts';

export type PartHeader = Pick<
  BodyPart,
  'mediaType' | 'parameters' | 'contentId' | 'encoding' | 'disposition' | 'dispositionParameters'
>;

export const MAX_PART_HEADER_OCTETS = 262_144;
const MEDIA_TYPE = /^[\w!#$%&'*+.^`{|}~-]+\/[\w!#$%&'*+.^`{|}~-]+$/;
/** As in IMAP servers: a text would be replaced, a file stays. */
export const UNREADABLE_TYPE = 'application/octet-stream';

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/**
 * BODYSTRUCTURE's fields (RFC 2045 §3, RFC 2183). Default: text, or in a digest a message (RFC 2046 §5.1.5).
 */
export function readPartHeader(octets: Uint8Array, parentMediaType: string | undefined): PartHeader {
  const defaultType = parentMediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  if (octets.length === 0 || isBlankLine(octets, 0)) return untypedHeader(defaultType);
  const fields = parseHeaderFields(octets.subarray(0, MAX_PART_HEADER_OCTETS), { prefix: 'content-' });
  const type = parseContentField(fields.first('content-type') ?? defaultType);
  const disposition = parseContentField(fields.first('content-disposition') ?? '');
  return {
    mediaType: toMediaType(type.value),
    parameters: type.parameters,
    contentId: fields.first('content-id') ?? null,
    encoding: (fields.first('content-transfer-encoding') ?? '7bit').toLowerCase(),
    disposition: disposition.value || null,
    dispositionParameters: disposition.parameters,
  };
}

/** Old programs write `text` for plain text (RFC 2045 §5.2). */
function toMediaType(value: string): string {
  if (value === 'text' || value === 'text/') return 'text/plain';
  return MEDIA_TYPE.test(value) ? value : UNREADABLE_TYPE;
}

function untypedHeader(mediaType: string): PartHeader {
  return {
    mediaType,
    parameters: NO_PARAMETERS,
    contentId: null,
    encoding: '7bit',
    disposition: null,
    dispositionParameters: NO_PARAMETERS,
  };
}
