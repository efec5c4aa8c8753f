import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  MAX_RECENT_ORIGINALS,
  type OpenedOriginal,
  RECENT_ORIGINAL_MS,
  type RecentOriginals,
} from '../../../application/ports/state/recent-originals.ts';
import { originalBinding } from '../../../domain/accounts/secret-bindings.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { Database } from '../database.ts';
import type { RecentOriginalRow, Schema } from '../schema.ts';
import { CLEANING_ROWS, createCleaning } from './cleaning.ts';
import type { SealedTableDependencies } from './sealed-table.ts';
import { numberIn, readFrom, readRecord, textIn } from './stored-json.ts';

/** Messages opened for replies or forwards. */
export function createTableRecentOriginals(
  database: Database,
  { secretBox, now }: SealedTableDependencies,
): RecentOriginals {
  const clean = createCleaning(now, (at) => removeOld(database, at - RECENT_ORIGINAL_MS));
  return {
    countTaking: (file) => countTaking(database, { file, now: now() }),

    async remember({ reader, ...original }) {
      await clean();
      const key = digestOf(original);
      const text = new Secret(JSON.stringify(original));
      const columns = { original: secretBox.seal(text, originalBinding({ reader, key })), opened_at: now() };
      await database.transact(async (transaction) => {
        await transaction
          .insertInto('recent_originals')
          .values({ reader, key, ...columns })
          .onConflict((conflict) => conflict.columns(['reader', 'key']).doUpdateSet(columns))
          .execute();
        await removeSurplus(transaction, reader);
      });
    },

    async list(reader) {
      const rows = await database.run((kysely) =>
        kysely
          .selectFrom('recent_originals')
          .selectAll()
          .where('reader', '=', reader)
          .where('opened_at', '>', now() - RECENT_ORIGINAL_MS)
          .orderBy('opened_at', 'desc')
          .limit(MAX_RECENT_ORIGINALS)
          .execute(),
      );
      return rows.map((row) => {
        const text = secretBox.open(row.original as SealedSecret, originalBinding(row));
        return readFrom('recent_originals', () => toOriginal(text.reveal()));
      });
    },
  };
}

function toOriginal(text: string): OpenedOriginal {
  const record = readRecord(text);
  return {
    mailbox: textIn(record, 'mailbox') as MailboxName,
    uid: numberIn(record, 'uid') as Uid,
    uidValidity: numberIn(record, 'uidValidity'),
    subject: textIn(record, 'subject'),
  };
}

function countTaking(
  database: Database,
  { file, now }: { readonly file: string; readonly now: number },
): Promise<number> {
  return database.transact(async (transaction) => {
    // Only locks the row.
    const { count, taken_at } = await transaction
      .insertInto('file_takings')
      .values({ file, count: 0, taken_at: now })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet(({ ref }) => ({ file: ref('excluded.file') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    const before = now - taken_at < RECENT_ORIGINAL_MS ? count : 0;
    await transaction
      .updateTable('file_takings')
      .set({ count: before + 1, taken_at: now })
      .where('file', '=', file)
      .execute();
    return before;
  });
}

function digestOf({ mailbox, uid }: OpenedOriginal): RecentOriginalRow['key'] {
  return createHash('sha256')
    .update(JSON.stringify([mailbox, uid]))
    .digest('base64url');
}

async function removeSurplus(transaction: Transaction<Schema>, reader: string): Promise<void> {
  const rows = await transaction
    .selectFrom('recent_originals')
    .select('key')
    .where('reader', '=', reader)
    .orderBy('opened_at', 'desc')
    .execute();
  const surplus = rows.slice(MAX_RECENT_ORIGINALS).map(({ key }) => key);
  if (surplus.length === 0) return;
  await transaction
    .deleteFrom('recent_originals')
    .where('reader', '=', reader)
    .where('key', 'in', surplus)
    .execute();
}

/** Keys alone identify no row. */
async function removeOld(database: Database, before: number): Promise<void> {
  await database.run((kysely) => kysely.deleteFrom('file_takings').where('taken_at', '<', before).execute());
  const rows = await database.run((kysely) =>
    kysely
      .selectFrom('recent_originals')
      .select('opened_at')
      .where('opened_at', '<', before)
      .orderBy('opened_at')
      .limit(CLEANING_ROWS)
      .execute(),
  );
  const last = rows.at(-1);
  if (last === undefined) return;
  await database.run((kysely) =>
    kysely.deleteFrom('recent_originals').where('opened_at', '<=', last.opened_at).execute(),
  );
}
