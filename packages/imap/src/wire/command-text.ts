import type { CommandPart } from './command-part.ts';

/** Servers limit command lines. */
const MAX_QUOTED_LENGTH = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these characters cannot be quoted
const QUOTABLE = /^[\u0001-\u0009\u000b\u000c\u000e-\u007f]*$/;
const ATOM = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+$/;

/** Quoted if possible, else a literal in UTF-8. */
export function toAstring(text: string): CommandPart {
  if (text.length > MAX_QUOTED_LENGTH || !QUOTABLE.test(text)) return { literal: Buffer.from(text) };
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Throws TypeError unless an atom. */
export function toAtom(text: string): string {
  if (!ATOM.test(text)) throw new TypeError('The text is not an atom.');
  return text;
}

/** `(\Seen $Forwarded)`. Throws TypeError for a malformed flag. */
export function toFlagList(flags: readonly string[]): string {
  return `(${flags.map(toFlag).join(' ')})`;
}

function toFlag(flag: string): string {
  return flag.startsWith('\\') ? `\\${toAtom(flag.slice(1))}` : toAtom(flag);
}
