/** The MailChanges over IMAP, on the sessions of a pool. */
import type {
  MailboxChanges,
  MailboxChangesRequest,
  MailChanges,
} from '../../../application/ports/mail/mail-changes.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { OutdatedView } from './outdated-view.ts';
import { readChanges } from './read-changes.ts';

/** Sessions that are tried before a view counts as that of the server. */
const MAX_VIEWS = 3;

/** Reads changes through borrowed sessions. A session that does not see what others saw is closed. */
export class ImapMailChanges implements MailChanges {
  readonly #pool: SessionPool;

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  async readMailbox(request: MailboxChangesRequest, signal: AbortSignal): Promise<MailboxChanges> {
    for (let view = 1; ; view += 1) {
      try {
        return await this.#read(request, signal);
      } catch (error) {
        if (!(error instanceof OutdatedView)) throw error;
        if (view === MAX_VIEWS) throw refusal(error);
      }
    }
  }

  #read(request: MailboxChangesRequest, signal: AbortSignal): Promise<MailboxChanges> {
    const { account, mailbox } = request;
    return this.#pool.use(
      { account, mailbox },
      async ({ session }) => {
        try {
          return await readChanges(session, request, signal);
        } catch (error) {
          if (error instanceof OutdatedView) session.destroy();
          throw error;
        }
      },
      signal,
    );
  }
}

function refusal(cause: OutdatedView): MailError {
  if (cause.isBehindClient) {
    const detail = 'The folder has never been in this state.';
    return new MailError('invalid-parameter', { parameter: 'since', detail }, { cause });
  }
  const detail = 'The mail server does not show what it has announced.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: 5 }, { cause });
}
