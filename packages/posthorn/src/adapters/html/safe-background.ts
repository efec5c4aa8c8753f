import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import { isRemoteUrl, toSafeUrl } from './safe-url.ts';

const FUNCTION_OR_WORD =
  /(?<name>[a-z-]+)\((?<content>(?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*)\)|[^\s,()"']+(?![^\s,)"'])|,/gi;
const COLOR = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([0-9., %/]{1,40}\))$/;
const KEYWORD =
  /^(?:no-repeat|repeat|repeat-x|repeat-y|round|space|center|top|bottom|left|right|cover|contain|auto|scroll|border-box|padding-box|content-box|none|\/|-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?)$/;
const COLOR_NAME = /^[a-z]{3,30}$/;
const GRADIENT = /^(?:repeating-)?(?:linear|radial)-gradient$/;
/** Colours, angles, lengths, words; only colour functions. */
const GRADIENT_CONTENT = /^(?:(?:rgb|hsl)a?\([0-9., %/]{1,40}\)|[a-z0-9#%.,\s-])*$/;
const MAX_GRADIENT_CHARACTERS = 500;
const QUOTED = /^\s*(?:"([^"]*)"|'([^']*)'|([^"']*))\s*$/;
/** Would end the address. */
const UNSAFE_IN_STYLE = /["'\\]/;

/** Filters `background` and `background-image`. A refusal leaves any colour: light text must stay visible. */
export function toSafeBackground(value: string, images: RemoteImages): string | undefined {
  const words: string[] = [];
  let isRefused = value.replace(FUNCTION_OR_WORD, '').trim() !== '';
  let color: string | undefined;
  for (const { 0: text, groups } of value.matchAll(FUNCTION_OR_WORD)) {
    const word = toSafeWord(text, groups?.name?.toLowerCase(), { content: groups?.content ?? '', images });
    if (word === undefined) isRefused = true;
    else words.push(word);
    if (word !== undefined && isColor(word)) color ??= word;
  }
  if (isRefused) return color;
  return words.length === 0 ? undefined : words.join(' ').replaceAll(' , ', ', ');
}

function isColor(word: string): boolean {
  return COLOR.test(word) || (COLOR_NAME.test(word) && !KEYWORD.test(word));
}

function toSafeWord(
  text: string,
  functionName: string | undefined,
  { content, images }: { readonly content: string; readonly images: RemoteImages },
): string | undefined {
  if (functionName === 'url') return images === 'allow' ? toSafeImage(content) : undefined;
  const word = text.toLowerCase();
  if (functionName !== undefined && GRADIENT.test(functionName)) {
    const isSafe = content.length <= MAX_GRADIENT_CHARACTERS && GRADIENT_CONTENT.test(content.toLowerCase());
    return isSafe ? word.replace(/\s+/g, ' ') : undefined;
  }
  if (functionName !== undefined) return COLOR.test(word) ? word : undefined;
  return word === ',' || KEYWORD.test(word) || isColor(word) ? word : undefined;
}

function toSafeImage(content: string): string | undefined {
  const [, double, single, bare] = QUOTED.exec(content) ?? [];
  const url = toSafeUrl('src', double ?? single ?? bare ?? '');
  return url === undefined || !isRemoteUrl(url) || UNSAFE_IN_STYLE.test(url)
    ? undefined
    : `url("${url.replaceAll('(', '%28').replaceAll(')', '%29')}")`;
}
