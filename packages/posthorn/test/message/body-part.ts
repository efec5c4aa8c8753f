/** Builds parts for tests; a test names only what matters to it. */
import type { BodyPart } from '../../src/domain/messages/body-structure.ts';

/** A part of one octet of plain text without any further header field. */
export function bodyPart(values: Partial<BodyPart> = {}): BodyPart {
  return {
    path: '1',
    mediaType: 'text/plain',
    parameters: new Map(),
    contentId: null,
    encoding: '7bit',
    octets: 1,
    disposition: null,
    dispositionParameters: new Map(),
    children: [],
    ...values,
  };
}

/** A multipart of that subtype around the parts. */
export function multipart(subtype: string, children: readonly BodyPart[]): BodyPart {
  return bodyPart({ path: '', mediaType: `multipart/${subtype}`, octets: 0, children });
}
