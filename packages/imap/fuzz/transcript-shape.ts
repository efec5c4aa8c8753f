/** The kind of a transcript: the corpus keeps one of each. */
import { BoundExceeded } from '../src/errors.ts';
import type { Response } from '../src/responses/response.ts';
import { openReader } from '../test/conformance/read-responses.ts';
import type { Circumstances } from './check-transcript.ts';

/** The set of response kinds and their members. */
export function shapeOf(octets: Buffer, circumstances: Circumstances): string {
  const shapes = new Set<string>();
  const reader = openReader((response) => shapes.add(shapeOfResponse(response)), circumstances);
  try {
    reader.push(octets);
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    shapes.add(error.bound);
  }
  return [...shapes].sort().join(';');
}

function shapeOfResponse(response: Response): string {
  switch (response.kind) {
    case 'unreadable':
      return `unreadable ${response.reason} ${isKnown(response.name)} ${response.uid !== null}`;
    case 'fetch':
      return Object.keys(response).sort().join(',');
    case 'status':
    case 'tagged':
      return `${response.kind} ${isKnown(response.code?.name ?? null)}`;
    default:
      return `${response.kind} ${Object.keys(response).length}`;
  }
}

/** Arbitrary names would make every shape new. */
function isKnown(name: string | null): string {
  return name !== null && /^[A-Z]{2,14}$/.test(name) ? name : '';
}
