import {
  CONNECT_STATUSES,
  type ConnectSession,
  type ConnectSessions,
} from '../../../application/ports/state/connect-sessions.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';
import type { Database } from '../database.ts';
import type { ConnectSessionRow } from '../schema.ts';
import { readProblem, toJson } from './account-row.ts';
import { CLEANING_ROWS } from './cleaning.ts';
import { oneOf, readFrom, readTexts } from './stored-json.ts';
import { writeVersion } from './versioned.ts';

/** Connect sessions. */
export function createTableConnectSessions(database: Database): ConnectSessions {
  return {
    async find(id) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('connect_sessions').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? null : readFrom('connect_sessions', () => toSession(row));
    },

    save: (session) =>
      database.run((kysely) =>
        writeVersion(session.epoch, {
          insert: (epoch) =>
            kysely
              .insertInto('connect_sessions')
              .values(toRow({ ...session, epoch }))
              .execute(),
          update: (epoch) =>
            kysely
              .updateTable('connect_sessions')
              .set(toRow({ ...session, epoch }))
              .where('id', '=', session.id)
              .where('epoch', '=', session.epoch)
              .execute(),
        }),
      ),

    async removeEnded(before) {
      const ended = await database.run((kysely) =>
        kysely
          .selectFrom('connect_sessions')
          .select('id')
          .where('expires_at', '<', before)
          .orderBy('expires_at')
          .limit(CLEANING_ROWS)
          .execute(),
      );
      if (ended.length === 0) return 0;
      const ids = ended.map(({ id }) => id);
      const { numDeletedRows } = await database.run((kysely) =>
        kysely.deleteFrom('connect_sessions').where('id', 'in', ids).executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}

function toRow(session: ConnectSession): ConnectSessionRow {
  const { id, address, name, status, pending, epoch } = session;
  return {
    ...{ id, address, name, status, pending, epoch },
    token_hash: session.tokenHash,
    return_url: session.returnUrl,
    providers: toJson(session.providers),
    account_id: session.account,
    key_id: session.key,
    problem: toJson(session.problem),
    created_at: session.createdAt,
    expires_at: session.expiresAt,
  };
}

function toSession(row: ConnectSessionRow): ConnectSession {
  const { id, address, name, epoch } = row;
  return {
    ...{ id, address, name, epoch },
    tokenHash: row.token_hash,
    returnUrl: row.return_url,
    providers: row.providers === null ? null : readTexts(row.providers),
    account: row.account_id as MailAccountId | null,
    key: row.key_id as ApiKeyId | null,
    status: oneOf(CONNECT_STATUSES, row.status),
    problem: readProblem(row.problem),
    pending: row.pending as SealedSecret | null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
