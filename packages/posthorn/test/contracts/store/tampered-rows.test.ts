/** Rows that Posthorn has not written are errors that name their table, and never objects. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../src/adapters/database/database.ts';
import { keptStateOf, storeOf } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { answerBinding, fateBinding, originalBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { SealedSecret, SecretBinding } from '../../../src/domain/logins/sealed-secret.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { describeEngines, openEach } from './databases.ts';

const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);
const now = () => 1_764_000_000_000;

/** No JSON, other JSON, and names that every object has. */
const FORMS = [
  ...['', '{', 'null', '[]', '7', '"text"', '[{}]', '[["a"]]', '{"__proto__":{"isAdmin":true}}'],
  '{"constructor":{"name":"x"},"toString":1}',
  '{"__proto__":{"mechanism":"password","user":"u","host":"h","port":1,"security":"ssl","isTls":true,"code":"c","detail":"d","kind":"replaced"}}',
];

const ACCOUNT_COLUMNS = [
  'from_address',
  'reply_to',
  'inbox',
  'outbox',
  'roots',
  'login',
  'outbox_login',
  'problem',
  'state',
  'watch_mode',
];

describeEngines('Tampered rows', (newLocation) => {
  const open = openEach(newLocation);
  const set = (database: Database, table: string, column: string, value: string) =>
    database.run((kysely) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(kysely),
    );
  const isRefused = (table: string) => (error: unknown) =>
    error instanceof Error &&
    error.message === `A row of ${table} does not hold what Posthorn has written there.`;
  /** Lists may be empty, and are no errors then. */
  const wrongFor = (column: string) => (column === 'roots' ? FORMS.filter((form) => form !== '[]') : FORMS);

  it('of accounts, keys and sessions are refused column by column', async () => {
    const database = await open();
    const { accounts, apiKeys, connectSessions } = storeOf(database, secretBox);
    const id = 'jane' as MailAccountId;
    for (const column of ACCOUNT_COLUMNS) {
      for (const form of wrongFor(column)) {
        await accounts.save(buildAccount());
        await set(database, 'accounts', column, form);
        await assert.rejects(accounts.find(id), isRefused('accounts'), `${column} ${form}`);
        await accounts.remove(id, 1);
      }
    }
    for (const column of ['scopes', 'networks', 'agent_sends']) {
      for (const form of FORMS.filter((each) => each !== '[]' || column === 'agent_sends')) {
        await apiKeys.save(buildApiKey());
        await set(database, 'api_keys', column, form);
        await assert.rejects(apiKeys.find('key1' as ApiKeyId), isRefused('api_keys'), `${column} ${form}`);
        await apiKeys.remove('key1' as ApiKeyId);
      }
    }
    const session = {
      ...{
        id: 's',
        tokenHash: 'h',
        returnUrl: 'https://a.example',
        address: null,
        name: null,
        providers: null,
      },
      ...{
        account: null,
        key: null,
        status: 'open' as const,
        problem: null,
        pending: null,
        createdAt: 1,
        expiresAt: 2,
      },
    };
    await connectSessions.save({ ...session, epoch: 0 });
    for (const form of FORMS) {
      await set(database, 'connect_sessions', 'problem', form);
      await assert.rejects(connectSessions.find('s'), isRefused('connect_sessions'), form);
    }
  });

  it('of refusals are refused', async () => {
    const database = await open();
    const { signInOutcomes } = keptStateOf(database, { secretBox, now });
    await signInOutcomes.refuse({
      login: 'l',
      refusal: { code: 'authentication-failed', details: { detail: 'No.' } },
    });
    for (const form of [...FORMS, '{"code":"no-such-code","details":{"detail":"d"}}']) {
      await set(database, 'sign_in_refusals', 'refusal', form);
      await assert.rejects(signInOutcomes.findRefusal('l'), isRefused('sign_in_refusals'), form);
    }
  });

  it('that are sealed are refused, even when their seal is right', async () => {
    const database = await open();
    const { answerStore, messageFates, recentOriginals } = keptStateOf(database, { secretBox, now });
    const seal = (text: string, binding: SecretBinding): SealedSecret =>
      secretBox.seal(new Secret(text), binding);
    const answer = { status: 204, headers: {}, body: null };
    await answerStore.begin({ key: 'a', fingerprint: 'f', owner: 'o' });
    await answerStore.finish({ key: 'a', answer });
    await messageFates.record({ key: 'm', uidValidity: 1, fate: { kind: 'replaced' } });
    const original = { mailbox: 'INBOX', uid: 1, uidValidity: 1, subject: 's' } as never;
    await recentOriginals.remember(Object.assign({ reader: 'r' }, original));
    const [row] = await database.run((kysely) => kysely.selectFrom('recent_originals').selectAll().execute());
    assert.ok(row !== undefined);

    for (const form of FORMS) {
      await set(database, 'answers', 'answer', seal(form, answerBinding('a')));
      await set(database, 'message_fates', 'fate', seal(form, fateBinding('m')));
      await set(database, 'recent_originals', 'original', seal(form, originalBinding(row)));
      await assert.rejects(
        answerStore.begin({ key: 'a', fingerprint: 'f', owner: 'o' }),
        isRefused('answers'),
      );
      await assert.rejects(messageFates.find('m'), isRefused('message_fates'), form);
      await assert.rejects(recentOriginals.list('r'), isRefused('recent_originals'), form);
    }
  });
});
