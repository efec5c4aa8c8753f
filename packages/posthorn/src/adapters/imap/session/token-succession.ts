/** How the sessions of one token follow those of another of the same user, within what the mail server allows. */
import { mailUserKey } from '../../../domain/login-key.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { SessionGroup } from './session-group.ts';

/** The sessions of one login. */
export interface LoginSessions {
  readonly account: MailAccount;
  readonly group: SessionGroup;
}

/** The sessions of other tokens of the same user at the same server; none for a password. */
export function siblingsOf(account: MailAccount, all: Iterable<LoginSessions>): readonly LoginSessions[] {
  if (account.login.kind !== 'bearer') return [];
  const secret = account.login.secret.reveal();
  const user = mailUserKey(account);
  return [...all].filter(
    ({ account: { login, origin, inbox } }) =>
      login.kind === 'bearer' &&
      origin === account.origin &&
      login.secret.reveal() !== secret &&
      mailUserKey({ login, inbox }) === user,
  );
}

/**
 * Opens a session. Where the server allows no more of them, one that idles on another token of the user is closed first.
 * Throws what `open` throws.
 */
export async function openAmong<Session>(
  siblings: () => readonly LoginSessions[],
  open: () => Promise<Session>,
): Promise<Session> {
  try {
    return await open();
  } catch (error) {
    const isLimit = error instanceof MailError && error.code === 'rate-limited';
    if (!isLimit) throw error;
    for (const { group } of siblings()) {
      if (await group.endLongestIdle()) return open();
    }
    throw error;
  }
}

/** Ends the sessions on tokens that end before that of the account, whose login is proved. */
export function retireEarlier({ login }: MailAccount, siblings: readonly LoginSessions[]): void {
  if (login.kind !== 'bearer' || login.endsAt === null) return;
  for (const { account, group } of siblings) {
    const end = account.login.kind === 'bearer' ? account.login.endsAt : null;
    if (end !== null && end < login.endsAt) group.retire();
  }
}
