import { MailError } from '../../domain/errors/mail-error.ts';

export const CONNECTION_DATA_HEADER = 'X-CNMAIL-DATA';

const MAX_HEADER_OCTETS = 8192;
const MAX_DEPTH = 4;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** They could change inherited members. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The base64 JSON of `X-CNMAIL-DATA`, unchecked. Non-UTF-8 text is Latin-1, as from browsers (`btoa`). Throws
 * `invalid-parameter`, always in the same words.
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
    // No cause: its message quotes the text, perhaps a password.
    if (error instanceof SyntaxError) throw undecodable();
    throw error;
  }
}

/** Not recursive: nesting must cost no stack. */
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
