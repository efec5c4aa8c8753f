import type { BodyStructure } from 'posthorn-imap';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import { UNREADABLE_TYPE } from '../../../message/headers/part-header.ts';
import { UNREAD_TYPE } from '../../../message/parts/doubtful-parts.ts';

const MEDIA_TYPE = /^[^/\s]+\/[^/\s]+$/;
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Messages to read whole. */
export const UNREADABLE_STRUCTURE: BodyPart = {
  path: '',
  mediaType: 'multipart/mixed',
  parameters: NO_PARAMETERS,
  contentId: null,
  encoding: '7bit',
  octets: 0,
  disposition: null,
  dispositionParameters: NO_PARAMETERS,
  children: [],
};

/** Embedded messages become leaves; a missing media type becomes `UNREAD_TYPE`. */
export function toBodyPart(structure: BodyStructure): BodyPart {
  const { path, type, subtype, parameters, id, encoding, octets, disposition, children } = structure;
  return {
    path,
    mediaType: toMediaType(type, subtype),
    parameters,
    contentId: id,
    encoding: encoding.trim(),
    octets,
    disposition: disposition?.type.trim() ?? null,
    dispositionParameters: disposition?.parameters ?? NO_PARAMETERS,
    children: children.map(toBodyPart),
  };
}

/** RFC 2045 §5.2: text is plain by default. */
function toMediaType(type: string, subtype: string): string {
  if (type === 'text' && subtype === '') return 'text/plain';
  if (type === '' && subtype === '') return UNREAD_TYPE;
  const mediaType = `${type}/${subtype}`;
  return MEDIA_TYPE.test(mediaType) ? mediaType : UNREADABLE_TYPE;
}
