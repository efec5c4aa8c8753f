/** Text in commands (RFC 9051 §4.3, §9): what comes from outside is always quoted, a literal, or checked. */
import type { CommandPart } from './command-part.ts';

/** Longer texts go as literals: servers bound a command line. */
const MAX_QUOTED_LENGTH = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these characters cannot be quoted
const QUOTABLE = /^[\u0001-\u0009\u000b\u000c\u000e-\u007f]*$/;
const ATOM = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+$/;

/** Any text as a quoted string where one can carry it, else as a literal in UTF-8. */
export function toAstring(text: string): CommandPart {
  if (text.length > MAX_QUOTED_LENGTH || !QUOTABLE.test(text)) return { literal: Buffer.from(text) };
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The text, which must be an atom. Throws TypeError: a caller checks outside text before. */
export function toAtom(text: string): string {
  if (!ATOM.test(text)) throw new TypeError('The text is not an atom.');
  return text;
}

/** Flags as a list, such as `(\Seen $Forwarded)`. Throws TypeError for what is no flag. */
export function toFlagList(flags: readonly string[]): string {
  return `(${flags.map(toFlag).join(' ')})`;
}

function toFlag(flag: string): string {
  return flag.startsWith('\\') ? `\\${toAtom(flag.slice(1))}` : toAtom(flag);
}
