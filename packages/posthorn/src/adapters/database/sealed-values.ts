import type { Transaction } from 'kysely';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import {
  answerBinding,
  connectSessionBinding,
  fateBinding,
  grantBinding,
  loginBinding,
  originalBinding,
  outboxLoginBinding,
  receiverAnswerBinding,
  webhookSecretBinding,
} from '../../domain/accounts/secret-bindings.ts';
import type { SealedSecret, SecretBinding } from '../../domain/logins/sealed-secret.ts';
import type { Schema } from './schema.ts';
import { toAccount } from './tables/account-row.ts';

/** A value, replaceable while unchanged. */
export interface SealedValue {
  readonly sealed: SealedSecret;
  readonly binding: SecretBinding;
  readonly replace: (replacement: SealedSecret) => Promise<unknown>;
}

/** Some rows' values. */
export interface SealedBatch {
  readonly values: readonly SealedValue[];
  /** Null at the end. */
  readonly last: string | null;
}

/** Table with sealed columns. */
export interface SealedTable {
  readonly name: string;
  readonly read: (transaction: Transaction<Schema>, after: string) => Promise<SealedBatch>;
}

const BATCH_ROWS = 100;

/** All except `secret_checks`. */
export const SEALED_TABLES: readonly SealedTable[] = [
  { name: 'accounts', read: readAccounts },
  { name: 'grants', read: readGrants },
  { name: 'connect_sessions', read: readConnectSessions },
  { name: 'answers', read: readAnswers },
  { name: 'message_fates', read: readFates },
  { name: 'recent_originals', read: readOriginals },
  { name: 'webhooks', read: readWebhooks },
  { name: 'webhook_deliveries', read: readDeliveries },
];

async function readAccounts(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('accounts')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const update =
    (column: 'login_password' | 'outbox_password', id: string, old: string) => (replacement: string) =>
      transaction
        .updateTable('accounts')
        .set({ [column]: replacement })
        .where('id', '=', id)
        .where(column, '=', old)
        .execute();
  const values = rows.flatMap((row) => {
    const account = toAccount(row);
    const { id, login_password: login, outbox_password: outbox } = row;
    return [
      ...sealedValue(login, {
        binding: loginBinding(account),
        replace: update('login_password', id, login ?? ''),
      }),
      ...sealedValue(outbox, {
        binding: outboxLoginBinding(account),
        replace: update('outbox_password', id, outbox ?? ''),
      }),
    ];
  });
  return { values, last: lastOf(rows.map(({ id }) => id)) };
}

async function readGrants(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('grants')
    .innerJoin('accounts', 'accounts.id', 'grants.account_id')
    .selectAll('accounts')
    .select(['grants.refresh_token', 'grants.access_token'])
    .where('grants.account_id', '>', after)
    .orderBy('grants.account_id')
    .limit(BATCH_ROWS)
    .execute();
  const update =
    (column: 'refresh_token' | 'access_token', id: string, old: string) => (replacement: string) =>
      transaction
        .updateTable('grants')
        .set({ [column]: replacement })
        .where('account_id', '=', id)
        .where(column, '=', old)
        .execute();
  const values = rows.flatMap((row) => {
    const account = toAccount(row);
    const { id, refresh_token: refresh, access_token: access } = row;
    return [
      ...sealedValue(refresh, {
        binding: grantBinding(account, 'refreshToken'),
        replace: update('refresh_token', id, refresh),
      }),
      ...sealedValue(access, {
        binding: grantBinding(account, 'accessToken'),
        replace: update('access_token', id, access ?? ''),
      }),
    ];
  });
  return { values, last: lastOf(rows.map(({ id }) => id as MailAccountId)) };
}

async function readConnectSessions(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('connect_sessions')
    .select(['id', 'pending'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const values = rows.flatMap(({ id, pending }) =>
    sealedValue(pending, {
      binding: connectSessionBinding(id),
      replace: (replacement) =>
        transaction
          .updateTable('connect_sessions')
          .set({ pending: replacement })
          .where('id', '=', id)
          .where('pending', '=', pending)
          .execute(),
    }),
  );
  return { values, last: lastOf(rows.map(({ id }) => id)) };
}

async function readAnswers(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('answers')
    .select(['key', 'answer'])
    .where('key', '>', after)
    .orderBy('key')
    .limit(BATCH_ROWS)
    .execute();
  const values = rows.flatMap(({ key, answer }) =>
    sealedValue(answer, {
      binding: answerBinding(key),
      replace: (replacement) =>
        transaction
          .updateTable('answers')
          .set({ answer: replacement })
          .where('key', '=', key)
          .where('answer', '=', answer)
          .execute(),
    }),
  );
  return { values, last: lastOf(rows.map(({ key }) => key)) };
}

async function readFates(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('message_fates')
    .select(['key', 'fate'])
    .where('key', '>', after)
    .orderBy('key')
    .limit(BATCH_ROWS)
    .execute();
  const values = rows.flatMap(({ key, fate }) =>
    sealedValue(fate, {
      binding: fateBinding(key),
      replace: (replacement) =>
        transaction
          .updateTable('message_fates')
          .set({ fate: replacement })
          .where('key', '=', key)
          .where('fate', '=', fate)
          .execute(),
    }),
  );
  return { values, last: lastOf(rows.map(({ key }) => key)) };
}

async function readWebhooks(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const values = rows.flatMap(({ id, secret, previous_secret }) => {
    const update = (column: 'secret' | 'previous_secret', old: string | null) => ({
      binding: webhookSecretBinding(id),
      replace: (replacement: SealedSecret) =>
        transaction
          .updateTable('webhooks')
          .set({ [column]: replacement })
          .where('id', '=', id)
          .where(column, '=', old)
          .execute(),
    });
    return [
      ...sealedValue(secret, update('secret', secret)),
      ...sealedValue(previous_secret, update('previous_secret', previous_secret)),
    ];
  });
  return { values, last: lastOf(rows.map(({ id }) => id)) };
}

async function readDeliveries(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const rows = await transaction
    .selectFrom('webhook_deliveries')
    .select(['id', 'last_answer'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const values = rows.flatMap(({ id, last_answer: answer }) =>
    sealedValue(answer, {
      binding: receiverAnswerBinding(id),
      replace: (replacement) =>
        transaction
          .updateTable('webhook_deliveries')
          .set({ last_answer: replacement })
          .where('id', '=', id)
          .where('last_answer', '=', answer)
          .execute(),
    }),
  );
  return { values, last: lastOf(rows.map(({ id }) => id)) };
}

/** A reader has few rows. */
async function readOriginals(transaction: Transaction<Schema>, after: string): Promise<SealedBatch> {
  const readers = await transaction
    .selectFrom('recent_originals')
    .select('reader')
    .distinct()
    .where('reader', '>', after)
    .orderBy('reader')
    .limit(BATCH_ROWS / 10)
    .execute();
  const names = readers.map(({ reader }) => reader);
  const rows =
    names.length === 0
      ? []
      : await transaction.selectFrom('recent_originals').selectAll().where('reader', 'in', names).execute();
  const values = rows.flatMap(({ reader, key, original }) =>
    sealedValue(original, {
      binding: originalBinding({ reader, key }),
      replace: (replacement) =>
        transaction
          .updateTable('recent_originals')
          .set({ original: replacement })
          .where('reader', '=', reader)
          .where('key', '=', key)
          .where('original', '=', original)
          .execute(),
    }),
  );
  return { values, last: lastOf(names) };
}

function sealedValue(sealed: string | null, rest: Omit<SealedValue, 'sealed'>): readonly SealedValue[] {
  return sealed === null ? [] : [{ sealed: sealed as SealedSecret, ...rest }];
}

function lastOf(keys: readonly string[]): string | null {
  return keys.at(-1) ?? null;
}
