import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadableAccount, WatchChange } from '../../../application/ports/state/accounts.ts';
import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { Schema } from '../schema.ts';
import { readFrom, readRecord, textIn } from './stored-json.ts';

const STATES = ['connecting', 'ok', 'unreachable'] as const;
/** More would delay the event loop. */
const READ_AT_ONCE = 500;

/** Lists the accounts with an inbox whose login may be used. */
export async function listReadable(kysely: Kysely<Schema>): Promise<readonly ReadableAccount[]> {
  const accounts: ReadableAccount[] = [];
  for (let after = ''; ; ) {
    const page = await readPage(kysely, after);
    accounts.push(...page);
    const last = page.at(-1);
    if (last === undefined) return accounts;
    after = last.id;
    // A file answers in the same turn.
    await nextTurn();
  }
}

async function readPage(kysely: Kysely<Schema>, after: string): Promise<readonly ReadableAccount[]> {
  const rows = await kysely
    .selectFrom('accounts')
    .select(['id', 'created_at', 'epoch', 'inbox', 'roots', 'login', 'login_password', 'provider'])
    .where('id', '>', after)
    .where('state', 'in', STATES)
    .where('inbox', 'is not', null)
    .orderBy('id')
    .limit(READ_AT_ONCE)
    .execute();
  return rows.map(({ id, created_at, epoch, inbox, ...login }) => ({
    ...{ id: id as MailAccountId, createdAt: created_at, epoch },
    host: readFrom('accounts', () => textIn(readRecord(inbox ?? ''), 'host')),
    access: hash('sha256', JSON.stringify([inbox, login]), 'base64url'),
  }));
}

/** Writes what watchers do; versions stay, so that no client's change is out of date by it. */
export async function writeWatches(kysely: Kysely<Schema>, changes: readonly WatchChange[]): Promise<void> {
  for (const { id, mode, lastProofAt } of changes) {
    await kysely
      .updateTable('accounts')
      .set({ watch_mode: mode, ...(lastProofAt !== undefined && { last_proof_at: lastProofAt }) })
      .where('id', '=', id)
      .execute();
  }
}
