/** Compares an answer with what a vector expects. */

import assert from 'node:assert/strict';
import { assertJsonApi } from './json-api-schema.ts';
import { type RawResponse, sendRequest } from './raw-request.ts';
import type { Vector } from './vectors.ts';

/** An answer as far as vectors fix it. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Absent for HEAD. */
  readonly document?: unknown;
}

interface AnswerDocument {
  readonly data?: { readonly attributes: object };
  readonly errors?: readonly { readonly status: string; readonly code: string; readonly source?: object }[];
}

/** Fails the test if an answer is not what a vector expects. */
export function assertAnswer({ status, contentType, document }: Answer, { expect }: Vector): void {
  if (document !== undefined) assertJsonApi(document);
  const { data, errors } = (document ?? {}) as AnswerDocument;
  const actual = {
    status,
    contentType,
    attributeNames: data && Object.keys(data.attributes),
    errors: errors?.map(({ status, code, source }) => ({ status, code, ...(source && { source }) })),
  };
  const {
    status: expectedStatus,
    contentType: expectedType,
    attributeNames,
    errors: expectedErrors,
  } = expect;
  assert.deepEqual(actual, {
    status: expectedStatus,
    contentType: expectedType,
    attributeNames,
    errors: expectedErrors,
  });
}

/** Sends a vector to a server and checks the answer, its headers byte for byte. */
export async function assertServerConforms(port: number, vector: Vector): Promise<void> {
  const { method, target, headers, body, client } = vector.request;
  const response = await sendRequest(port, {
    method,
    target,
    headers: { ...headers, ...(client?.secret && { Authorization: 'Bearer editor' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  assertAnswer(toAnswer(response), vector);
  assert.equal(response.headers.get('vary'), vector.expect.vary);
}

function toAnswer({ status, headers, body }: RawResponse): Answer {
  const contentType = headers.get('content-type');
  return body === '' ? { status, contentType } : { status, contentType, document: JSON.parse(body) };
}
