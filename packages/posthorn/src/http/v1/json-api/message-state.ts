/** The state of a message in entity tags: which message it is, and its flags. */

import { digestKeywords, type MessageState } from '../../../application/changing/message-state.ts';
import type { MessageItem } from '../../../domain/message-item.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { messageSegment } from '../identifiers/resource-ids.ts';
import type { SelectedFields } from '../identifiers/resource-types.ts';

/** The flags that a tag can hold, by their letters. */
const LETTERS = { s: 'seen', a: 'answered', d: 'draft', f: 'flagged' } as const;
const NO_FLAGS = '-';

/** `1.4356.s1a0d0f1`: the message and those of its flags that the answer shows. All else in a message never changes. */
export function stateOfItem(
  { message, item }: { readonly message: ExactMessageRef; readonly item: MessageItem },
  { MessageItem: mask }: SelectedFields,
): string {
  const shown = Object.entries(LETTERS).flatMap(([letter, flag]) =>
    mask.has(flag) && item[flag] !== undefined ? [letter + (item[flag] ? '1' : '0')] : [],
  );
  const keywords = mask.has('keywords') && item.keywords ? [`k${digestKeywords(item.keywords)}`] : [];
  return `${messageSegment(message)}.${[...shown, ...keywords].join('') || NO_FLAGS}`;
}

/** The state of what does not depend on flags, such as the texts of the message. */
export function stateOfContent(message: ExactMessageRef): string {
  return `${messageSegment(message)}.${NO_FLAGS}`;
}

/** What a tag says of a message. */
export interface TaggedState extends MessageState {
  /** As `messageSegment` writes it. */
  readonly segment: string;
  /** The first characters of the digest of the account. */
  readonly account: string;
}

const TAG =
  /^(?:W\/)?"([0-9]{1,10}\.[0-9]{1,10})\.(-|(?:[sadf][01]){0,4}(?:k([\w-]{8}))?)\.([\w-]{6})[\w-]{16}"$/;
const FLAG = /([sadf])([01])/g;

/** What the tag says; undefined for a tag of something else than a message. */
export function parseState(tag: string): TaggedState | undefined {
  const [, segment, told = '', keywordsDigest, account] = TAG.exec(tag) ?? [];
  if (segment === undefined || account === undefined) return undefined;
  const [flagText = ''] = told.split('k', 1);
  const flags = Array.from(flagText.matchAll(FLAG), ([, letter, bit]) => {
    return [LETTERS[letter as keyof typeof LETTERS], bit === '1'] as const;
  });
  return { segment, account, flags: new Map(flags), keywordsDigest };
}
