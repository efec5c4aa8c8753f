import { mailUserKey } from '../../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { RoomTaker } from './session-room.ts';

/** The user's other tokens' sessions; none for a password. */
export function siblingsOf(account: MailAccount, ofAccount: Iterable<RoomTaker>): readonly RoomTaker[] {
  if (account.login.kind !== 'bearer') return [];
  const secret = account.login.secret.reveal();
  const user = mailUserKey(account);
  return [...ofAccount].filter(
    ({ account: { login, origin, inbox } }) =>
      login.kind === 'bearer' &&
      origin === account.origin &&
      login.secret.reveal() !== secret &&
      mailUserKey({ login, inbox }) === user,
  );
}

/** At the server's limit, closes another token's idle session and retries. Throws as `open`. */
export async function openAmong<Session>(
  siblings: () => readonly RoomTaker[],
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

/** Ends sessions on tokens that expire earlier. */
export function retireEarlier({ login }: MailAccount, siblings: readonly RoomTaker[]): void {
  if (login.kind !== 'bearer' || login.endsAt === null) return;
  for (const { account, group } of siblings) {
    const end = account.login.kind === 'bearer' ? account.login.endsAt : null;
    if (end !== null && end < login.endsAt) group.retire();
  }
}
