/** RFC 7162 §3.1.4.1, §3.2.6, RFC 9394 §3.3. */
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { type PartialRange, readPartialRange } from './partial-range.ts';

/** FETCH limits. */
export interface FetchModifiers {
  readonly changedSince: number | undefined;
  readonly wantsVanished: boolean;
  readonly partial: PartialRange | undefined;
}

/** `(CHANGEDSINCE 12 VANISHED)`; disabled modifiers are BAD. */
export function readFetchModifiers(
  { session, isUid }: { readonly session: Session; readonly isUid: boolean },
  args: ArgumentReader,
): FetchModifiers {
  let changedSince: number | undefined;
  let wantsVanished = false;
  let partial: PartialRange | undefined;
  const readModifier = () => {
    const name = args.keyword();
    if (name === 'CHANGEDSINCE' && session.has('CONDSTORE')) changedSince = readModSeq(args);
    else if (name === 'VANISHED' && isUid && session.isQresyncEnabled) wantsVanished = true;
    else if (name === 'PARTIAL' && isUid && session.has('PARTIAL'))
      partial = readPartialRange(args, { fromEnd: true });
    else throw reject(`Unknown FETCH modifier ${name}`);
  };
  if (!args.isAtEnd) {
    args.space();
    args.list(readModifier);
  }
  args.expectEnd();
  if (wantsVanished && changedSince === undefined) throw reject('VANISHED needs CHANGEDSINCE');
  session.isCondstoreEnabled ||= changedSince !== undefined;
  return { changedSince, wantsVanished, partial };
}

function readModSeq(args: ArgumentReader): number {
  args.space();
  return args.number();
}
