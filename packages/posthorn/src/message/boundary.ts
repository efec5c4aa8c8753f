/** Finds the boundary of a multipart in its header block (RFC 2046 §5.1.1). */
import { decodeParameters } from './parameters.ts';
import type { PartHeader } from './part-header.ts';

/** A boundary has at most 70 characters; of longer ones the beginning is compared. */
const MAX_BOUNDARY_OCTETS = 200;
/** Where the syntax around it is broken: a missing semicolon, a quote without its end, a line that is not folded. */
const ANYWHERE = /\bboundary\s*=\s*"?([^\s";]{1,200})/i;

/** The text of the delimiters after their two hyphens; undefined for a part that is not a multipart or names no boundary. */
export function boundaryOf(header: PartHeader, headerOctets: Uint8Array): Buffer | undefined {
  if (!header.mediaType.startsWith('multipart/')) return undefined;
  const boundary = Buffer.from(declaredBoundary(header) || strayBoundary(headerOctets));
  return boundary.length === 0 ? undefined : boundary.subarray(0, MAX_BOUNDARY_OCTETS);
}

/** The plain form is not decoded: it has no encoded words. */
function declaredBoundary({ parameters }: PartHeader): string {
  const boundary = parameters.get('boundary') ?? decodeParameters(parameters).get('boundary');
  return boundary?.trimEnd() ?? '';
}

function strayBoundary(headerOctets: Uint8Array): string {
  return ANYWHERE.exec(Buffer.from(headerOctets).toString('latin1'))?.[1] ?? '';
}
