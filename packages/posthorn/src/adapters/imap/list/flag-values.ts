import type { MessageItemAttribute, MessageItemValues } from '../../../domain/messages/message-item.ts';

const SYSTEM_FLAGS = {
  seen: '\\seen',
  answered: '\\answered',
  draft: '\\draft',
  flagged: '\\flagged',
  recent: '\\recent',
} as const;

export type FlagValues = Pick<MessageItemValues, keyof typeof SYSTEM_FLAGS | 'keywords'>;

export const FLAG_ATTRIBUTES: ReadonlySet<MessageItemAttribute> = new Set([
  ...(Object.keys(SYSTEM_FLAGS) as (keyof typeof SYSTEM_FLAGS)[]),
  'keywords',
]);

const valuesByFlags = new WeakMap<readonly string[], FlagValues>();

/** The same object for the same array. */
export function flagValues(flags: readonly string[]): FlagValues {
  const known = valuesByFlags.get(flags);
  if (known) return known;
  // RFC 9051 §2.3.2.
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
