import type {
  MailboxChanges,
  MailboxChangesRequest,
  MailboxInventory,
  MailChanges,
} from '../../../application/ports/mail/mail-changes.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { OutdatedView } from './outdated-view.ts';
import { readChanges } from './read-changes.ts';
import { readInventory } from './read-inventory.ts';

const MAX_VIEWS = 3;

/** Closes lagging sessions. */
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
        if (view === MAX_VIEWS) throw outdatedError(error);
      }
    }
  }

  readInventory(
    { account, mailbox }: Pick<MailboxChangesRequest, 'account' | 'mailbox'>,
    signal: AbortSignal,
  ): Promise<MailboxInventory> {
    return this.#pool.use(
      { account, mailbox },
      ({ session }) => readInventory(session, mailbox, signal),
      signal,
    );
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

/** `state-invalid` for a position no session sees, else `server-unavailable`. */
export function outdatedError(cause: OutdatedView): MailError {
  if (cause.isBehindClient) {
    const detail = 'The folder has never been in this state.';
    return new MailError('state-invalid', { parameter: 'since', detail }, { cause });
  }
  const detail = 'The mail server does not show what it has announced.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: 5 }, { cause });
}
