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

/** Ignores case (RFC 6154). */
export function parseSpecialUse(text: string): SpecialUse | undefined {
  return SPECIAL_USES.get(text.toLowerCase());
}
