import { decodeParameters } from '../headers/parameters.ts';
import type { PartHeader } from '../headers/part-header.ts';

const MAX_BOUNDARY_OCTETS = 200;
/** After a missing semicolon, unclosed quote or unfolded line. */
const ANYWHERE = /\bboundary\s*=\s*"?([^\s";]{1,200})/i;

/** The delimiter after its hyphens (RFC 2046 §5.1.1). */
export function boundaryOf(header: PartHeader, headerOctets: Uint8Array): Buffer | undefined {
  if (!header.mediaType.startsWith('multipart/')) return undefined;
  const boundary = Buffer.from(declaredBoundary(header) || strayBoundary(headerOctets));
  return boundary.length === 0 ? undefined : boundary.subarray(0, MAX_BOUNDARY_OCTETS);
}

function declaredBoundary({ parameters }: PartHeader): string {
  const boundary = parameters.get('boundary') ?? decodeParameters(parameters).get('boundary');
  return boundary?.trimEnd() ?? '';
}

function strayBoundary(headerOctets: Uint8Array): string {
  return ANYWHERE.exec(Buffer.from(headerOctets).toString('latin1'))?.[1] ?? '';
}
