import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Grant, Grants, NewGrant, RefreshAttempt } from '../../../application/ports/state/grants.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import type { Database } from '../database.ts';
import type { GrantRow, Schema } from '../schema.ts';
import { writeVersion } from './versioned.ts';

/** Accounts' grants. */
export function createTableGrants(database: Database): Grants {
  return {
    async find(account) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('grants').selectAll().where('account_id', '=', account).executeTakeFirst(),
      );
      return row === undefined ? null : toGrant(row);
    },

    save: (grant) =>
      database.run((kysely) =>
        writeVersion(grant.epoch, {
          insert: (epoch) =>
            kysely
              .insertInto('grants')
              .values(toRow({ ...grant, epoch }))
              .execute(),
          update: (epoch) =>
            kysely
              .updateTable('grants')
              .set(toRow({ ...grant, epoch }))
              .where('account_id', '=', grant.account)
              .where('epoch', '=', grant.epoch)
              .execute(),
        }),
      ),

    async remove(account) {
      const { numDeletedRows } = await database.run((kysely) =>
        kysely.deleteFrom('grants').where('account_id', '=', account).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}

/** Versions of earlier grants must not come back. */
const MAX_FIRST_EPOCH = 2 ** 47;

/** Replaces any version; a running refresh then finds none. */
export async function replaceGrant(
  transaction: Transaction<Schema>,
  { account, grant }: { readonly account: MailAccountId; readonly grant: NewGrant | null },
): Promise<void> {
  if (grant === null) {
    await transaction.deleteFrom('grants').where('account_id', '=', account).execute();
    return;
  }
  const row = toRow({ ...grant, account, refresh: null, epoch: randomInt(1, MAX_FIRST_EPOCH) });
  await transaction
    .insertInto('grants')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((builder) => ({ ...row, epoch: builder('grants.epoch', '+', 1) })),
    )
    .execute();
}

function toRow(grant: Grant): GrantRow {
  const { provider, subject, scope, refresh, epoch } = grant;
  return {
    ...{ provider, subject, scope, epoch },
    account_id: grant.account,
    refresh_token: grant.refreshToken,
    access_token: grant.accessToken,
    access_ends_at: grant.accessEndsAt,
    refresh_owner: refresh?.owner ?? null,
    refresh_ends_at: refresh?.endsAt ?? null,
    refresh_tries: refresh?.tries ?? null,
  };
}

function toGrant(row: GrantRow): Grant {
  const { provider, subject, scope, epoch } = row;
  return {
    ...{ provider, subject, scope, epoch },
    account: row.account_id as MailAccountId,
    refreshToken: row.refresh_token as SealedSecret,
    accessToken: row.access_token as SealedSecret | null,
    accessEndsAt: row.access_ends_at,
    refresh: toAttempt(row),
  };
}

function toAttempt({
  refresh_owner: owner,
  refresh_ends_at: endsAt,
  refresh_tries: tries,
}: GrantRow): RefreshAttempt | null {
  return owner === null || endsAt === null || tries === null ? null : { owner, endsAt, tries };
}
