/** The attributes of a MessageItem that follow from its flags, the only part of a message that changes. */
import type { MessageItemAttribute, MessageItemValues } from '../../../domain/message-item.ts';

const SYSTEM_FLAGS = {
  seen: '\\seen',
  answered: '\\answered',
  draft: '\\draft',
  flagged: '\\flagged',
  recent: '\\recent',
} as const;

/** Values that are made of the flags alone. */
export type FlagValues = Pick<MessageItemValues, keyof typeof SYSTEM_FLAGS | 'keywords'>;

/** The names of these attributes. */
export const FLAG_ATTRIBUTES: ReadonlySet<MessageItemAttribute> = new Set([
  ...(Object.keys(SYSTEM_FLAGS) as (keyof typeof SYSTEM_FLAGS)[]),
  'keywords',
]);

const valuesByFlags = new WeakMap<readonly string[], FlagValues>();

/** The values for flags as a server sends them. The same object for the same array. */
export function flagValues(flags: readonly string[]): FlagValues {
  const known = valuesByFlags.get(flags);
  if (known) return known;
  // Flags are compared without regard to case (RFC 9051 §2.3.2).
  const sent = new Set(flags.map((flag) => flag.toLowerCase()));
  const values: FlagValues = {
    seen: sent.has(SYSTEM_FLAGS.seen),
    answered: sent.has(SYSTEM_FLAGS.answered),
    draft: sent.has(SYSTEM_FLAGS.draft),
    flagged: sent.has(SYSTEM_FLAGS.flagged),
    recent: sent.has(SYSTEM_FLAGS.recent),
    keywords: flags.filter((flag) => !flag.startsWith('\\')),
  };
  valuesByFlags.set(flags, values);
  return values;
}
