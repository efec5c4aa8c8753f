import { type Command, MessageSet } from 'posthorn-imap';

/** Messages with silently changed flags; undefined for others. */
export function silentlyStored({ name, parts: [start] }: Command): Pick<MessageSet, 'has'> | undefined {
  if (!name.endsWith('STORE') || typeof start !== 'string' || !start.includes('FLAGS.SILENT'))
    return undefined;
  const [, set] = /^UID STORE ([0-9:,]+) /.exec(start) ?? [];
  if (set === undefined) return { has: () => true };
  return new MessageSet(set.split(',').flatMap(toRange));
}

function toRange(range: string): readonly number[] {
  const [first, last = first] = range.split(':').map(Number);
  return [first ?? 0, last ?? 0];
}
