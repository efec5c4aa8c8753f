/** If-Match: whether a change is meant for the message as it is (RFC 9110 §13.1.1). */

import type { MessageItems } from '../../application/message-items.ts';
import type { IdentifiedMessage } from '../../application/message-location.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/message-item.ts';
import { DEFAULT_PREVIEW } from '../../domain/message-query.ts';
import { problemOf, RequestProblems } from '../problem.ts';
import type { Exchange } from './exchange.ts';
import { attributesOf, parseState, stillStands, type ToldState } from './message-items/message-state.ts';
import { messageSegment } from './resource-ids.ts';

/** A message that is to be changed. */
export interface MessageCondition {
  readonly exchange: Exchange;
  readonly message: IdentifiedMessage;
  /** Attributes that the change itself has to know. */
  readonly needed?: readonly MessageItemAttribute[];
}

const HEADER = 'If-Match';
const ANY = '*';

/**
 * Throws RequestProblems (412) unless one of the tags fits the message as it is: its identity, and the flags that the tag tells. `*`
 * fits every message. Gives what was read of the message: the needed attributes, and null where nothing had to be read or where
 * the message is not there, which the change will say by itself.
 */
export async function requireMatch(
  { messageItems }: { readonly messageItems: MessageItems },
  { exchange, message, needed = [] }: MessageCondition,
): Promise<MessageItem | null> {
  const tags = tagsOf(exchange);
  const told = tags?.includes(ANY) ? undefined : tags?.flatMap((tag) => statesOf(tag, message));
  if (told?.length === 0) throw outdated('If-Match names another version of the message, or something else.');
  const attributes = new Set([...needed, ...(told ?? []).flatMap(attributesOf)]);
  if (attributes.size === 0) return null;
  const item = await readIfThere(messageItems, { ...message, attributes }, exchange.signal);
  const fits = item === null || told === undefined || told.some((state) => stillStands(state, item));
  if (fits) return item;
  throw outdated('The flags of the message are not those that If-Match stands for.');
}

/** Throws RequestProblems (412) for a tag, where there is nothing that tags stand for; `*` fits. */
export function requireNoTag(exchange: Exchange): void {
  const tags = tagsOf(exchange);
  if (tags === undefined || tags.includes(ANY)) return;
  throw outdated('If-Match can only be * here: only messages have versions that can be told.');
}

function tagsOf({ request }: Exchange): readonly string[] | undefined {
  return request.headers['if-match']?.split(',').map((tag) => tag.trim());
}

function statesOf(tag: string, message: IdentifiedMessage): readonly ToldState[] {
  const state = parseState(tag);
  return state?.segment === messageSegment(message) ? [state] : [];
}

type Reading = IdentifiedMessage & { readonly attributes: ReadonlySet<MessageItemAttribute> };

async function readIfThere(
  messageItems: MessageItems,
  { attributes, ...message }: Reading,
  signal: AbortSignal,
): Promise<MessageItem | null> {
  try {
    return await messageItems.get(
      { ...message, selection: { attributes, preview: DEFAULT_PREVIEW } },
      signal,
    );
  } catch (error) {
    if (error instanceof MailError && error.code === 'message-unknown') return null;
    throw error;
  }
}

function outdated(detail: string): RequestProblems {
  return new RequestProblems([problemOf('outdated-version', { detail, source: { header: HEADER } })]);
}
