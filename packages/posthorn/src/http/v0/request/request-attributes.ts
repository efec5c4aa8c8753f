/** Attributes of v0's writes, `{ data: { attributes: { ... } } }`. Other members repeat the URL. */
import { MailError } from '../../../domain/errors/mail-error.ts';
import { isJsonObject } from '../../request/json-object.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes. Throws `invalid-document` when missing. */
export function requireAttributes(body: unknown): Attributes {
  return requireObject(memberOf(memberOf(body, 'data'), 'attributes'));
}

/** Empty when missing or null. Throws `invalid-document` for a non-object. */
export function readAttributes(body: unknown): Attributes {
  const data = requireObject(memberOf(requireObject(body ?? {}), 'data') ?? {});
  return requireObject(memberOf(data, 'attributes') ?? {});
}

/** `problem` follows the name: `must be a string`. */
export function invalidAttribute(name: string, problem: string): MailError {
  const member = `attributes.${name}`;
  return new MailError('invalid-document', { member, detail: `"${name}" ${problem}.` });
}

/** Undefined when missing or null. Throws `invalid-document`. */
export function readBoolean(attributes: Attributes, name: string): boolean | undefined {
  const value = attributes[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidAttribute(name, 'must be true or false');
}

/** Undefined when missing. Throws `invalid-document`. */
export function readText(attributes: Attributes, name: string): string | null | undefined {
  const value = attributes[name];
  if (value === undefined || value === null || typeof value === 'string') return value;
  throw invalidAttribute(name, 'must be a string');
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

function requireObject(value: unknown): Attributes {
  if (isJsonObject(value)) return value;
  throw new MailError('invalid-document', { member: 'attributes', detail: 'Invalid request payload.' });
}
