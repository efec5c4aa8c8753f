import { decodeParameters } from './parameters.ts';
import { readPartHeader } from './part-header.ts';

/** The charset of the Content-Type. */
export function declaredCharset(header: Uint8Array): string | undefined {
  return decodeParameters(readPartHeader(header, undefined).parameters).get('charset');
}
