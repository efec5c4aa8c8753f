/** RFC 5258, RFC 5819, RFC 6154. */

import { fromOctets } from '../../octet-text.ts';
import { readMailboxPattern } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { readStatusItems } from './status.ts';

export type ListSelection = 'SUBSCRIBED' | 'RECURSIVEMATCH' | 'REMOTE' | 'SPECIAL-USE';

export type ListReturn = 'SUBSCRIBED' | 'CHILDREN' | 'SPECIAL-USE';

/** A LIST request. */
export interface ListArguments {
  readonly selection: ReadonlySet<ListSelection>;
  readonly reference: string;
  readonly patterns: readonly string[];
  /** Undefined: the plain form. */
  readonly returns: ReadonlySet<ListReturn> | undefined;
  readonly statusItems: readonly string[];
}

/** Without LIST-EXTENDED only the forms of RFC 3501. */
export function readListArguments(session: Session, args: ArgumentReader): ListArguments {
  args.space();
  const isExtended = session.has('LIST-EXTENDED');
  const selection = isExtended && args.isNext('(') ? readSelection(session, args) : undefined;
  const reference = fromOctets(args.astring());
  args.space();
  const hasPatternList = isExtended && args.isNext('(');
  const patterns = hasPatternList
    ? args.list(() => readMailboxPattern(session, args))
    : [readMailboxPattern(session, args)];
  const returned = isExtended && !args.isAtEnd ? readReturn(session, args) : undefined;
  args.expectEnd();
  const isPlain = selection === undefined && !hasPatternList && returned === undefined;
  return {
    selection: new Set(selection),
    reference,
    patterns,
    returns: isPlain ? undefined : new Set(returned?.returns),
    statusItems: returned?.statusItems ?? [],
  };
}

function readSelection(session: Session, args: ArgumentReader): readonly ListSelection[] {
  const selection = args.list(() => toSelection(session, args.keyword()));
  args.space();
  // RFC 5258 §3.1.
  if (selection.includes('RECURSIVEMATCH') && !selection.includes('SUBSCRIBED')) {
    throw reject('RECURSIVEMATCH needs another selection option');
  }
  return selection;
}

function toSelection(session: Session, option: string): ListSelection {
  if (option === 'SUBSCRIBED' || option === 'RECURSIVEMATCH' || option === 'REMOTE') return option;
  if (option === 'SPECIAL-USE' && session.has('SPECIAL-USE')) return option;
  throw reject('Unknown LIST selection option');
}

interface ReturnOptions {
  readonly returns: readonly ListReturn[];
  readonly statusItems: readonly string[];
}

function readReturn(session: Session, args: ArgumentReader): ReturnOptions {
  args.take(' RETURN ');
  let statusItems: readonly string[] = [];
  const returns = args.list((): ListReturn | undefined => {
    const option = args.keyword();
    if (option === 'SUBSCRIBED' || option === 'CHILDREN') return option;
    if (option === 'SPECIAL-USE' && session.has('SPECIAL-USE')) return option;
    if (option !== 'STATUS' || !session.has('LIST-STATUS')) throw reject('Unknown LIST return option');
    args.space();
    statusItems = readStatusItems(session, args);
    return undefined;
  });
  return { returns: returns.filter((option) => option !== undefined), statusItems };
}
