import {
  CLIENT_STANDING_MS,
  refusalTerm,
  type SignInOutcomes,
} from '../../../application/ports/state/sign-in-outcomes.ts';
import type { Database } from '../database.ts';
import type { SignInRefusalRow } from '../schema.ts';
import { createCleaning } from './cleaning.ts';
import { readFrom } from './stored-json.ts';
import { readRefusal } from './stored-refusal.ts';

const STANDING_COLUMNS = { accepted: 'accepted_until', failed: 'failed_until' } as const;

/** `now`: epoch milliseconds. */
export function createTableSignInOutcomes(database: Database, now: () => number): SignInOutcomes {
  const clean = createCleaning(now, (at) => removeEnded(database, at));
  const findRow = (login: string) =>
    database.run((kysely) =>
      kysely.selectFrom('sign_in_refusals').selectAll().where('login', '=', login).executeTakeFirst(),
    );
  return {
    async findRefusal(login) {
      const row = await findRow(login);
      if (row === undefined || row.ends_at <= now()) return null;
      return readFrom('sign_in_refusals', () => readRefusal(row.refusal));
    },

    /** Concurrent refusals count as one. */
    async refuse({ login, refusal }) {
      await clean();
      const earlier = await findRow(login);
      const term = refusalTerm(now(), earlier === undefined ? null : termOf(earlier));
      const columns = {
        refusal: JSON.stringify(refusal),
        term_ms: term.ms,
        ends_at: term.endsAt,
        forgotten_at: term.forgottenAt,
      };
      await database.run((kysely) =>
        kysely
          .insertInto('sign_in_refusals')
          .values({ login, ...columns })
          .onConflict((conflict) => conflict.column('login').doUpdateSet(columns))
          .execute(),
      );
    },

    async accept(login) {
      await database.run((kysely) =>
        kysely.deleteFrom('sign_in_refusals').where('login', '=', login).execute(),
      );
    },

    async findStanding(client) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('client_standings').selectAll().where('client', '=', client).executeTakeFirst(),
      );
      if (row === undefined) return null;
      if (now() < row.failed_until) return 'failed';
      return now() < row.accepted_until ? 'accepted' : null;
    },

    async recordStanding({ client, standing }) {
      await clean();
      const until = { [STANDING_COLUMNS[standing]]: now() + CLIENT_STANDING_MS };
      await database.run((kysely) =>
        kysely
          .insertInto('client_standings')
          .values({ client, accepted_until: 0, failed_until: 0, ...until })
          .onConflict((conflict) => conflict.column('client').doUpdateSet(until))
          .execute(),
      );
    },
  };
}

function termOf({ term_ms: ms, ends_at: endsAt, forgotten_at: forgottenAt }: SignInRefusalRow) {
  return { ms, endsAt, forgottenAt };
}

async function removeEnded(database: Database, now: number): Promise<void> {
  await database.run((kysely) =>
    kysely.deleteFrom('sign_in_refusals').where('forgotten_at', '<', now).execute(),
  );
  await database.run((kysely) =>
    kysely
      .deleteFrom('client_standings')
      .where('accepted_until', '<', now)
      .where('failed_until', '<', now)
      .execute(),
  );
}
