import { type ExpectedMessage, UnexpectedState } from '../../../application/changing/expected-state.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageSegment } from '../../../resources/identifiers/resource-ids.ts';
import { ACCOUNT_TAG_CHARACTERS } from '../../answer/entity-tag.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from './exchange.ts';
import { parseState, type TaggedState } from './message-state.ts';

const HEADER = 'If-Match';
const ANY = '*';

/**
 * Adds the states of If-Match (RFC 9110 §13.1.1) for services to compare; `*` or none allows all. Throws
 * RequestProblems (412) if no tag is this message's.
 */
export function expectedMessage<Message extends ExactMessageRef>(
  exchange: Exchange,
  message: Message,
): ExpectedMessage & { readonly message: Message } {
  const tags = tagsOf(exchange);
  if (tags === undefined || tags.includes(ANY)) return { message };
  const account = accountDigestOf(exchange.request).slice(0, ACCOUNT_TAG_CHARACTERS);
  const expected = tags.flatMap((tag) => statesOf(tag, { message, account }));
  if (expected.length > 0) return { message, expected };
  throw outdated('If-Match names another version of the message, or something else.');
}

/** Throws RequestProblems (412) for any tag: the resource has none. `*` passes. */
export function requireNoTag(exchange: Exchange): void {
  const tags = tagsOf(exchange);
  if (tags === undefined || tags.includes(ANY)) return;
  throw outdated('If-Match can only be * here: only messages have states that can be compared.');
}

/** Turns UnexpectedState into a problem; other errors unchanged. */
export function asUnmetCondition(error: unknown): unknown {
  if (!(error instanceof UnexpectedState)) return error;
  const detail = error.isGone
    ? error.details.detail
    : 'The flags of the message differ from those of If-Match.';
  return outdated(detail, error);
}

function tagsOf({ request }: Exchange): readonly string[] | undefined {
  return request.headers['if-match']?.split(',').map((tag) => tag.trim());
}

function statesOf(
  tag: string,
  { message, account }: { readonly message: ExactMessageRef; readonly account: string },
): readonly TaggedState[] {
  const state = parseState(tag);
  return state?.account === account && state.segment === messageSegment(message) ? [state] : [];
}

function outdated(detail: string, cause?: unknown): RequestProblems {
  const problem = problemOf('outdated-version', { detail, source: { header: HEADER } });
  return new RequestProblems([problem], { cause });
}
