/** The document that v0's writes carry: `{ data: { attributes: { ... } } }`. Its other members repeat the URL and are ignored. */
import { MailError } from '../../../domain/mail-error.ts';
import { isJsonObject } from '../../request/json-object.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes. Throws `invalid-document` when there are none. */
export function requireAttributes(body: unknown): Attributes {
  return requireObject(memberOf(memberOf(body, 'data'), 'attributes'));
}

/** The attributes; none where they, or all of the body, are missing or null. Throws `invalid-document` when they are no object. */
export function readAttributes(body: unknown): Attributes {
  const data = requireObject(memberOf(requireObject(body ?? {}), 'data') ?? {});
  return requireObject(memberOf(data, 'attributes') ?? {});
}

/** The failure of an attribute that cannot be used; `problem` goes on after its name: `must be a string`. */
export function invalidAttribute(name: string, problem: string): MailError {
  const member = `attributes.${name}`;
  return new MailError('invalid-document', { member, detail: `"${name}" ${problem}.` });
}

/** The attribute when it is a boolean; undefined when it is missing or null. Throws `invalid-document`. */
export function readBoolean(attributes: Attributes, name: string): boolean | undefined {
  const value = attributes[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidAttribute(name, 'must be true or false');
}

/** The attribute when it is a string; undefined when it is missing, null when it is null. Throws `invalid-document`. */
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
