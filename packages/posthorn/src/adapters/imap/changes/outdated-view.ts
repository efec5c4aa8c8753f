/** Sessions that do not see what others have seen. */
import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';

/** A session sees less of a mailbox than is known to have happened. Others may see it. */
export class OutdatedView extends Error {
  /** True when it is the client's own position that is ahead, which nobody can have come to if no session sees it. */
  readonly isBehindClient: boolean;

  constructor(isBehindClient: boolean) {
    super('The session does not see the mailbox as it is.');
    this.name = 'OutdatedView';
    this.isBehindClient = isBehindClient;
  }
}

/** True when the view lacks something of the other. */
export function isBehind(view: ViewMinimum, other: ViewMinimum | null | undefined): boolean {
  if (!other) return false;
  if (view.uidNext < other.uidNext) return true;
  if (view.highestModSeq === null || other.highestModSeq === null) return false;
  return view.highestModSeq < other.highestModSeq;
}
