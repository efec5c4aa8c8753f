/** The charset that a message declares for its text. */
import { decodeParameters } from './parameters.ts';
import { readPartHeader } from './part-header.ts';

/** That of the Content-Type field of the header block; undefined where it names none. */
export function declaredCharset(header: Uint8Array): string | undefined {
  return decodeParameters(readPartHeader(header, undefined).parameters).get('charset');
}
