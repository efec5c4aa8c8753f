import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';

/** The session lags behind others. */
export class OutdatedView extends Error {
  /** The client is ahead: invalid if no session sees it. */
  readonly isBehindClient: boolean;

  constructor(isBehindClient: boolean) {
    super('The session does not see the mailbox as it is.');
    this.name = 'OutdatedView';
    this.isBehindClient = isBehindClient;
  }
}

/** True if the view lacks anything of the other. */
export function isBehind(view: ViewMinimum, other: ViewMinimum | null | undefined): boolean {
  if (!other) return false;
  if (view.uidNext < other.uidNext) return true;
  if (view.highestModSeq === null || other.highestModSeq === null) return false;
  return view.highestModSeq < other.highestModSeq;
}
