import { MailError } from '../../domain/errors/mail-error.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import type { ConnectSession, ConnectSessions } from '../ports/state/connect-sessions.ts';
import type { Store } from '../ports/state/store.ts';

export type SessionStatus = ConnectSession['status'] | 'expired';

type Tables = Pick<Store, 'connectSessions' | 'apiKeys'>;

/** For a session's other tabs; more would be an attack. */
const MAX_ATTEMPTS = 5;

/** The status. An open session expires at its or its key's end. */
export async function statusOf(
  session: ConnectSession,
  { apiKeys, now }: Pick<Tables, 'apiKeys'> & { readonly now: () => number },
): Promise<SessionStatus> {
  if (session.status !== 'open') return session.status;
  if (session.expiresAt <= now()) return 'expired';
  return session.key === null || (await isKeyValid(session.key, { apiKeys, now })) ? 'open' : 'expired';
}

async function isKeyValid(
  id: ApiKeyId,
  { apiKeys, now }: Pick<Tables, 'apiKeys'> & { readonly now: () => number },
): Promise<boolean> {
  const key = await apiKeys.find(id);
  return key !== null && (key.expiresAt === null || key.expiresAt > now());
}

/**
 * Changes the newest version; repeats after a change in between. Null, without a change, if `change` returns
 * null. Throws `connect-session-unknown`, and `conflict` after five attempts.
 */
export async function changeSession(
  sessions: ConnectSessions,
  id: string,
  change: (session: ConnectSession) => ConnectSession | null,
): Promise<ConnectSession | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const session = await sessions.find(id);
    if (session === null) throw sessionUnknown();
    const changed = change(session);
    if (changed === null) return null;
    const epoch = await sessions.save({ ...changed, epoch: session.epoch });
    if (epoch !== null) return { ...changed, epoch };
  }
  throw new MailError('conflict', { detail: 'The connect session is changed by several requests at once.' });
}

/** The error of a missing session or wrong secret. */
export function sessionUnknown(): MailError {
  return new MailError('connect-session-unknown', { detail: 'There is no such connect session.' });
}
