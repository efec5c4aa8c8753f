import { digestKeywords, type MessageState } from '../../../application/changing/message-state.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageSegment } from '../../../resources/identifiers/resource-ids.ts';
import type { SelectedFields } from '../../../resources/identifiers/resource-types.ts';

const LETTERS = { s: 'seen', a: 'answered', d: 'draft', f: 'flagged' } as const;
const NO_FLAGS = '-';

/** `1.4356.s1a0d0f1`: message and shown flags; the rest is immutable. */
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

/** The state of parts without flags. */
export function stateOfContent(message: ExactMessageRef): string {
  return `${messageSegment(message)}.${NO_FLAGS}`;
}

/** The message state in a tag. */
export interface TaggedState extends MessageState {
  readonly segment: string;
  /** First characters of the account's digest. */
  readonly account: string;
}

const TAG =
  /^(?:W\/)?"([0-9]{1,10}\.[0-9]{1,10})\.(-|(?:[sadf][01]){0,4}(?:k([\w-]{8}))?)\.([\w-]{6})[\w-]{16}"$/;
const FLAG = /([sadf])([01])/g;

/** Parses a tag; undefined for other resources. */
export function parseState(tag: string): TaggedState | undefined {
  const [, segment, told = '', keywordsDigest, account] = TAG.exec(tag) ?? [];
  if (segment === undefined || account === undefined) return undefined;
  const [flagText = ''] = told.split('k', 1);
  const flags = Array.from(flagText.matchAll(FLAG), ([, letter, bit]) => {
    return [LETTERS[letter as keyof typeof LETTERS], bit === '1'] as const;
  });
  return { segment, account, flags: new Map(flags), keywordsDigest };
}
