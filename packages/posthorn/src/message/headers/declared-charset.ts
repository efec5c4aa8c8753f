import { decodeParameters } from './parameters.ts';
import { readPartHeader } from './part-header.ts';

/** The Content-Type's charset. */
export function declaredCharset(header: Uint8Array): string | undefined {
  return decodeParameters(readPartHeader(header, undefined).parameters).get('charset');
}
