import { listMailboxes } from '../adapters/imap/mailboxes/listed-mailboxes.ts';
import { storageQuota } from '../adapters/imap/mailboxes/storage-quota.ts';
import type { ImapSession } from '../adapters/imap/session/imap-session.ts';
import { createSessionOpener } from '../adapters/imap/session/session-opener.ts';
import { createWholeMessageReader } from '../adapters/workers/pooled-whole-message-reader.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import type { MailboxName } from '../domain/mailboxes/mailbox-name.ts';
import { type Check, type Checks, ok, warning } from './check.ts';
import { checkFolders } from './folder-checks.ts';
import { checkCapabilities } from './imap-features.ts';
import { loginFailure } from './login-failure.ts';
import { readableSize } from './readable-size.ts';
import type { ProbeTools } from './server-checks.ts';

const INBOX = 'INBOX' as MailboxName;
const APPEND_LIMIT = /^APPENDLIMIT=(\d{1,15})$/;
/** Quota share. */
const NEARLY_FULL = 0.9;

/** Checks login, capabilities, folders and limits, without changes. */
export async function* checkImapLogin(
  account: MailAccount,
  { hostPolicy, extraRoots }: ProbeTools,
  signal: AbortSignal,
): Checks {
  const tried = { kind: account.login.kind, host: account.inbox.host };
  const wholeMessages = createWholeMessageReader();
  const open = createSessionOpener({ hostPolicy, extraRoots, wholeMessages });
  let session: ImapSession;
  try {
    session = await open(account, signal);
  } catch (error) {
    signal.throwIfAborted();
    yield loginFailure({ check: 'IMAP login', ...tried }, error);
    return;
  }
  try {
    yield ok('IMAP login', `${account.login.user} is signed in.`);
    yield* checkCapabilities(session.capabilities);
    yield* checkFolders(await listMailboxes(session, signal), account.roots);
    yield* await checkLimits(session, signal);
  } catch (error) {
    signal.throwIfAborted();
    yield loginFailure({ check: 'IMAP commands', ...tried }, error);
  } finally {
    await session.logout();
  }
}

async function checkLimits(session: ImapSession, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const capability of session.capabilities) {
    const octets = APPEND_LIMIT.exec(capability)?.[1];
    if (octets === undefined) continue;
    checks.push(
      ok('IMAP message size', `The server keeps messages of up to ${readableSize(Number(octets))}.`),
    );
  }
  const quota = session.capabilities.has('QUOTA') ? await storageQuota(session, INBOX, signal) : null;
  if (quota === null) return checks;
  const { usedOctets, limitOctets } = quota;
  const finding = `${readableSize(usedOctets)} of ${readableSize(limitOctets)} are used.`;
  const isNearlyFull = usedOctets > limitOctets * NEARLY_FULL;
  const advice = 'Remove mail, or ask for more room: a full mailbox takes no mail and no drafts.';
  return [...checks, isNearlyFull ? warning('quota', { finding, advice }) : ok('quota', finding)];
}
