/** Decodes the header `X-CNMAIL-DATA`: JSON in base64, in which clients describe their mail servers. */
import { MailError } from '../../domain/mail-error.ts';

/** The name of the header, as it appears in errors. */
export const CONNECTION_DATA_HEADER = 'X-CNMAIL-DATA';

/** Real headers have under 1 KB. Twice that of the longest names and passwords fits as well. */
const MAX_HEADER_OCTETS = 8192;
/** Connection data has objects in an object. */
const MAX_DEPTH = 4;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** As keys they could change what plain objects inherit. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The JSON value of the header, not yet checked further. Text that is not UTF-8 is read as Latin-1,
 * which is what browsers send (`btoa`). Throws `invalid-parameter`, always with the same words.
 */
export function decodeConnectionData(headerValue: string): unknown {
  if (headerValue.length > MAX_HEADER_OCTETS || !isBase64(headerValue)) throw undecodable();
  const data = parseJson(decodeText(Buffer.from(headerValue, 'base64')));
  if (!isHarmless(data)) throw undecodable();
  return data;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

function decodeText(octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return octets.toString('latin1');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text in its message, so the error must not become a cause: it may hold a password.
    if (error instanceof SyntaxError) throw undecodable();
    throw error;
  }
}

/** Walks level by level, so that deep nesting costs no stack. */
function isHarmless(data: unknown): boolean {
  let level: readonly unknown[] = [data];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    if (objects.length === 0) return true;
    if (objects.some((object) => Object.keys(object).some((key) => PROTOTYPE_KEYS.has(key)))) return false;
    level = objects.flatMap((object) => Object.values(object));
  }
  return false;
}

function undecodable(): MailError {
  return new MailError('invalid-parameter', {
    detail: `The header ${CONNECTION_DATA_HEADER} must be a JSON object in base64.`,
    parameter: CONNECTION_DATA_HEADER,
  });
}
