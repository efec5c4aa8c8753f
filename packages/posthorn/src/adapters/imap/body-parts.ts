/** BODYSTRUCTURE of a server as the parts of the domain. */
import type { BodyStructure } from 'posthorn-imap';
import type { BodyPart } from '../../domain/body-structure.ts';

const MEDIA_TYPE = /^[^/\s]+\/[^/\s]+$/;
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** What stands for a structure that could not be read: a multipart without parts. The whole message tells what is in it. */
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
