/** BODYSTRUCTURE of a server as the parts of the domain. */
import type { BodyStructure } from 'posthorn-imap';
import type { BodyPart } from '../../domain/body-structure.ts';

const MEDIA_TYPE = /^[^/\s]+\/[^/\s]+$/;
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Replaces a structure that could not be parsed: a multipart without parts. The message is then read as a whole. */
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

/** The part with all below it. A message in a message is a leaf. A media type that is none becomes `application/octet-stream`. */
export function toBodyPart(structure: BodyStructure): BodyPart {
  const { path, type, subtype, parameters, id, encoding, octets, disposition, children } = structure;
  const mediaType = `${type}/${subtype}`;
  return {
    path,
    mediaType: MEDIA_TYPE.test(mediaType) ? mediaType : 'application/octet-stream',
    parameters,
    contentId: id,
    encoding: encoding.trim(),
    octets,
    disposition: disposition?.type.trim() ?? null,
    dispositionParameters: disposition?.parameters ?? NO_PARAMETERS,
    children: children.map(toBodyPart),
  };
}
