import type { MessageFates } from '../../../application/ports/state/message-fates.ts';
import { fateBinding } from '../../../domain/accounts/secret-bindings.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import type { Database } from '../database.ts';
import { CLEANING_ROWS, createCleaning } from './cleaning.ts';
import type { SealedTableDependencies } from './sealed-table.ts';
import { readFate } from './stored-fate.ts';
import { readFrom } from './stored-json.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A day's fates. */
export function createTableMessageFates(
  database: Database,
  { secretBox, now }: SealedTableDependencies,
): MessageFates {
  const clean = createCleaning(now, (at) =>
    database.run((kysely) =>
      kysely
        .deleteFrom('message_fates')
        .where('key', 'in', (from) =>
          from
            .selectFrom('message_fates')
            .select('key')
            .where('recorded_at', '<', at - LIFETIME_MS)
            .orderBy('recorded_at')
            .limit(CLEANING_ROWS),
        )
        .execute(),
    ),
  );
  return {
    async find(key) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('message_fates').selectAll().where('key', '=', key).executeTakeFirst(),
      );
      if (row === undefined || row.recorded_at + LIFETIME_MS <= now()) return null;
      const text = secretBox.open(row.fate as SealedSecret, fateBinding(key)).reveal();
      return { uidValidity: row.uid_validity, fate: readFrom('message_fates', () => readFate(text)) };
    },

    async record({ key, uidValidity, fate }) {
      await clean();
      const columns = {
        uid_validity: uidValidity,
        fate: secretBox.seal(new Secret(JSON.stringify(fate)), fateBinding(key)),
        recorded_at: now(),
      };
      await database.run((kysely) =>
        kysely
          .insertInto('message_fates')
          .values({ key, ...columns })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
          .execute(),
      );
    },
  };
}
