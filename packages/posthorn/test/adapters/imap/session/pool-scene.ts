/** Session pools whose sessions reach no server. */
import type { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { SessionPool, type SessionPoolOptions } from '../../../../src/adapters/imap/session/session-pool.ts';
import type { MailAccount } from '../../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { testAccount } from '../../../contracts/store-under-test.ts';
import { createTestState } from '../../../support/memory-state.ts';

export const alice = testAccount({ host: '127.0.0.1', port: 143 }, { name: 'alice', password: 'a' });
export const bob = testAccount({ host: '127.0.0.1', port: 143 }, { name: 'bob', password: 'b' });

/** A session that only knows whether it is open; the network's edge of the pool. */
export class FakeSession {
  isOpen = true;
  opened: { readonly name: string } | null = null;
  readonly account: MailAccount;
  constructor(account: MailAccount) {
    this.account = account;
  }
  async logout() {
    this.isOpen = false;
  }
  destroy() {
    this.isOpen = false;
  }
}

export function poolWith(options: Partial<SessionPoolOptions> = {}) {
  const opened: FakeSession[] = [];
  let now = 0;
  const pool = new SessionPool({
    open: async (account) => {
      const session = new FakeSession(account);
      opened.push(session);
      return session as unknown as ImapSession;
    },
    maxPerAccount: 2,
    maxTotal: 3,
    idleMs: 60_000,
    now: () => now,
    signInOutcomes: createTestState(() => now).signInOutcomes,
    ...options,
  });
  return { pool, opened, pass: (ms: number) => (now += ms) };
}

/** A pool whose server never answers the sign-ins of these accounts. */
export function poolWithSilence(unanswered: readonly MailAccount[]) {
  const opened: FakeSession[] = [];
  const open = (account: MailAccount, given: AbortSignal): Promise<ImapSession> => {
    if (unanswered.includes(account)) {
      return new Promise((_resolve, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      });
    }
    const session = new FakeSession(account);
    opened.push(session);
    return Promise.resolve(session as unknown as ImapSession);
  };
  return { ...poolWith({ open }), opened, open };
}

export const unreachable = () => new MailError('server-unreachable', { detail: 'No answer.' });

/** As requests borrow: each with a signal of its own. */
export const borrow = (pool: SessionPool, account: MailAccount) =>
  pool.borrow({ account, mailbox: null }, new AbortController().signal);
