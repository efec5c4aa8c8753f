/** What a mailbox is for (RFC 6154). */

/** A special-use attribute as the protocol writes it. */
export type SpecialUse = '\\All' | '\\Archive' | '\\Drafts' | '\\Flagged' | '\\Junk' | '\\Sent' | '\\Trash';

const SPECIAL_USES = new Map<string, SpecialUse>([
  ['\\all', '\\All'],
  ['\\archive', '\\Archive'],
  ['\\drafts', '\\Drafts'],
  ['\\flagged', '\\Flagged'],
  ['\\junk', '\\Junk'],
  ['\\sent', '\\Sent'],
  ['\\trash', '\\Trash'],
]);

/** The special use that `text` (in any case) spells, or undefined. */
export function parseSpecialUse(text: string): SpecialUse | undefined {
  return SPECIAL_USES.get(text.toLowerCase());
}
