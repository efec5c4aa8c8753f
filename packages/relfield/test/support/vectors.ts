/** Loads the conformance vectors of this package. */

import { readFileSync } from 'node:fs';

/** An error object as far as a vector fixes it. */
export interface ExpectedError {
  readonly status: string;
  readonly code: string;
  readonly source?: Readonly<Record<string, string>>;
}

/** One request and what must be answered. */
export interface Vector {
  readonly id: string;
  readonly basis: string;
  readonly note?: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly client?: { readonly secret: boolean };
  };
  readonly expect: {
    readonly status: number;
    readonly contentType: string;
    readonly vary: string;
    readonly attributeNames?: readonly string[];
    readonly errors?: readonly ExpectedError[];
  };
}

/** The vectors of one file of the conformance folder. */
export function loadVectors(file: string): readonly Vector[] {
  return readConformance<{ vectors: readonly Vector[] }>(file).vectors;
}

/** The files that hold vectors. */
export const VECTOR_FILES = [
  'negotiation',
  'query-strings',
  'fields',
  'relfield-fields',
  'readability',
  'methods',
] as const;

/** What clients send for one value, and the fields all of it must select. */
export interface WireForms {
  readonly attributeNames: readonly string[];
  readonly forms: readonly { readonly sender: string; readonly query: string }[];
}

/** The recorded wire forms. */
export function loadWireForms(): WireForms {
  return readConformance<WireForms>('wire-forms');
}

function readConformance<Content>(file: string): Content {
  return JSON.parse(
    readFileSync(new URL(`../../conformance/${file}.json`, import.meta.url), 'utf8'),
  ) as Content;
}

/** A test title for a vector. */
export function titleOf({ id, request, expect, note }: Vector): string {
  const shown = request.target.length > 90 ? `${request.target.slice(0, 90)}...` : request.target;
  return `${id}: ${request.method} ${shown} is ${expect.status}${note ? ` (${note})` : ''}`;
}
