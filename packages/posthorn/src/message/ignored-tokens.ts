/** Callbacks of the HTML tokenizer for readers of some kinds of tokens only. */
import type { TokenizerCallbacks } from 'htmlparser2';

const ignore = (): void => undefined;

/** Every token is ignored. */
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
