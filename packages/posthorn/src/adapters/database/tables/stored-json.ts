import type { Schema } from '../schema.ts';
import { StoreRefusedError } from '../store-errors.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Not written by Posthorn. */
class UnreadableError extends Error {}

/** Throws StoreRefusedError, with the table's name, for malformed data. */
export function readFrom<Value>(table: keyof Schema, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new StoreRefusedError(`A row of ${table} does not hold what Posthorn has written there.`, {
      cause: error,
    });
  }
}

/** Reads an object. Only for `readFrom`, like all below. */
export function readRecord(text: string): JsonRecord {
  return asRecord(parse(text));
}

/** Reads a list of texts. */
export function readTexts(text: string): readonly string[] {
  const value = parse(text);
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw new UnreadableError();
  return value;
}

/** Reads text. */
export function textIn(record: JsonRecord, name: string): string {
  const value = ownValue(record, name);
  if (typeof value !== 'string') throw new UnreadableError();
  return value;
}

/** Reads a whole number. */
export function numberIn(record: JsonRecord, name: string): number {
  const value = ownValue(record, name);
  if (!Number.isSafeInteger(value)) throw new UnreadableError();
  return value as number;
}

/** Reads a boolean. */
export function booleanIn(record: JsonRecord, name: string): boolean {
  const value = ownValue(record, name);
  if (typeof value !== 'boolean') throw new UnreadableError();
  return value;
}

/** Reads an inner object. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  return asRecord(ownValue(record, name));
}

/** Reads objects. */
export function recordsIn(record: JsonRecord, name: string): readonly JsonRecord[] {
  const value = ownValue(record, name);
  if (!Array.isArray(value)) throw new UnreadableError();
  return value.map(asRecord);
}

/** Reads inner texts. */
export function textsIn(record: JsonRecord, name: string): readonly string[] {
  return readTexts(JSON.stringify(ownValue(record, name) ?? null));
}

/** Reads a choice. */
export function oneOf<Choice extends string>(choices: readonly Choice[], text: string): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UnreadableError();
  return found;
}

function ownValue(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function asRecord(value: unknown): JsonRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnreadableError();
  return value as JsonRecord;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableError('no JSON', { cause: error });
  }
}
