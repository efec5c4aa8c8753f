import type { TokenizerCallbacks } from 'htmlparser2';

const ignore = (): void => undefined;

/** Tokenizer callbacks ignoring all. */
export const IGNORE_TOKENS = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
} satisfies TokenizerCallbacks;
