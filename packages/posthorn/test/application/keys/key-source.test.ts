import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryState } from '../../../src/adapters/memory/memory-state.ts';
import { createKeySecret } from '../../../src/application/keys/key-secret.ts';
import { createKeySource } from '../../../src/application/keys/key-source.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import type { ApiKey } from '../../../src/domain/rights/api-key.ts';

const NOW = 1_800_000_000_000;
const FAILURES_PER_MINUTE = 10;
const signal = new AbortController().signal;

function keyOf(values: Partial<ApiKey> = {}): { readonly row: ApiKey; readonly secret: Secret } {
  const { id, secretHash, key } = createKeySecret();
  const row: ApiKey = {
    ...{ id, secretHash, name: 'CRM', scopes: ['mail.read'], accounts: null, networks: [], agentSends: null },
    ...{ createdAt: NOW, expiresAt: null, lastUsedAt: null, epoch: 1 },
    ...values,
  };
  return { row, secret: new Secret(key.reveal().replace(`ph_${id}_`, '')) };
}

/** A source over these rows, and what it asks of the store. */
function sourceOf(...rows: ApiKey[]) {
  const counted = { finds: 0, takes: 0 };
  const away = { isAway: false };
  const { rateLimits } = createMemoryState(() => NOW);
  const never = () => Promise.reject(new Error('No account is opened.'));
  const source = createKeySource({
    apiKeys: {
      async find(id) {
        counted.finds += 1;
        if (away.isAway) throw new MailError('store-unavailable', { detail: 'The store is away.' });
        return rows.find((row) => row.id === id) ?? null;
      },
    },
    accounts: { list: never },
    opening: { open: never, openForSending: never, noteFailure: never, noteSent: never, isUsable: never },
    uses: { note: () => undefined, flush: async () => undefined },
    rateLimits: {
      giveBack: (charge) => rateLimits.giveBack(charge),
      take(charge) {
        counted.takes += 1;
        return rateLimits.take(charge);
      },
    },
    failuresPerMinute: FAILURES_PER_MINUTE,
    now: () => NOW,
  });
  const prove = (id: string, secret: Secret, client = '192.0.2.7') =>
    source.prove({ credentials: { kind: 'key', id, secret, client }, account: null }, signal);
  const refuse = async (...given: Parameters<typeof prove>) => {
    const { finds, takes } = counted;
    const error: unknown = await prove(...given).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof MailError);
    return { code: error.code, finds: counted.finds - finds, takes: counted.takes - takes };
  };
  const revoke = (id: string) => {
    rows.splice(
      rows.findIndex((row) => row.id === id),
      1,
    );
    source.forget(id as ApiKey['id']);
  };
  return { ...{ counted, away, prove, refuse, revoke }, forget: source.forget };
}

describe('The source of API keys', () => {
  it('refuses unknown, wrong and ended keys, and those of other networks, after the same work', async () => {
    const [used, ended, elsewhere] = [
      keyOf(),
      keyOf({ expiresAt: NOW }),
      keyOf({ networks: ['10.0.0.0/8'] }),
    ];
    const { prove, refuse } = sourceOf(used.row, ended.row, elsewhere.row);
    await prove(used.row.id, used.secret);

    const refusals = [
      await refuse('0'.repeat(18), used.secret),
      await refuse(used.row.id, ended.secret),
      await refuse(ended.row.id, ended.secret),
      await refuse(elsewhere.row.id, elsewhere.secret),
      await refuse(elsewhere.row.id, elsewhere.secret),
    ];

    assert.deepEqual(refusals, Array(5).fill({ code: 'authentication-failed', finds: 1, takes: 1 }));
  });

  it('refuses a key that is revoked while it is read', async () => {
    const { row, secret } = keyOf();
    const { prove, refuse, revoke } = sourceOf(row);

    const reading = prove(row.id, secret);
    revoke(row.id);
    await reading.catch(() => undefined);

    assert.equal((await refuse(row.id, secret)).code, 'authentication-failed');
  });

  it('asks the store once for a key in use, and again after a change', async () => {
    const { row, secret } = keyOf();
    const { counted, prove, forget } = sourceOf(row);

    await prove(row.id, secret);
    await prove(row.id, secret);
    const before = counted.finds;
    forget(row.id);
    await prove(row.id, secret);

    assert.deepEqual([before, counted], [1, { finds: 2, takes: 0 }]);
  });

  it('knows keys in use while the store is away, and no others', async () => {
    const [used, other] = [keyOf(), keyOf()];
    const { away, prove, refuse } = sourceOf(used.row, other.row);
    await prove(used.row.id, used.secret);
    away.isAway = true;

    await prove(used.row.id, used.secret);
    const { code } = await refuse(other.row.id, other.secret);

    assert.equal(code, 'store-unavailable');
  });

  it('limits failures of one address, and never a valid key', async () => {
    const { row, secret } = keyOf();
    const { prove, refuse } = sourceOf(row);
    const wrong = new Secret('wrong');

    const failures = await Promise.all(
      Array.from({ length: FAILURES_PER_MINUTE + 1 }, () => refuse(row.id, wrong)),
    );

    assert.equal(failures.filter(({ code }) => code === 'rate-limited').length, 1);
    assert.equal((await refuse(row.id, wrong, '198.51.100.1')).code, 'authentication-failed');
    assert.equal((await prove(row.id, secret)).principal.name, `CRM (${row.id})`);
  });
});
