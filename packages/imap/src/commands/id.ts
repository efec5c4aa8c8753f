import type { CommandRunner } from '../connection/command.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** `{ name: 'Posthorn' }`; null is NIL. */
export type IdFields = Readonly<Record<string, string | null>>;

/** RFC 2971 §3.3. */
const MAX_FIELDS = 30;
const MAX_NAME_OCTETS = 30;
const MAX_VALUE_OCTETS = 1024;

/**
 * ID (RFC 2971), required by 163.com and others. Returns lower-case keys, or null. Throws TypeError for
 * invalid fields. Needs ID.
 */
export async function id(
  runner: CommandRunner,
  fields: IdFields | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | null> | null> {
  let told: ReadonlyMap<string, string | null> | null = null;
  await runner.run(
    {
      name: 'ID',
      parts: ['ID ', ...formatFields(fields)],
      budget: budgetFor(1, 0),
      concurrency: 'one ID',
      onResponse: (response) => {
        if (response.kind !== 'id') return false;
        told = response.fields;
        return true;
      },
    },
    signal,
  );
  return told;
}

function formatFields(fields: IdFields | null): readonly CommandPart[] {
  const entries = Object.entries(fields ?? {});
  if (entries.length === 0) return ['NIL'];
  if (entries.length > MAX_FIELDS) throw new TypeError(`ID has more than ${MAX_FIELDS} fields.`);
  const parts: CommandPart[] = [];
  for (const [name, value] of entries) {
    parts.push(parts.length === 0 ? '(' : ' ', checked(name, MAX_NAME_OCTETS), ' ');
    parts.push(value === null ? 'NIL' : checked(value, MAX_VALUE_OCTETS));
  }
  return [...parts, ')'];
}

function checked(text: string, maxOctets: number): CommandPart {
  if (Buffer.byteLength(text) > maxOctets) {
    throw new TypeError(`A text of ID has more than ${maxOctets} octets.`);
  }
  return toAstring(text);
}
