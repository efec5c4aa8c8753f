import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryState } from '../../src/adapters/memory/memory-state.ts';
import { createMessageLocks } from '../../src/application/changing/message-locks.ts';
import type { Leases } from '../../src/application/ports/state/leases.ts';
import { createSteadyState } from '../../src/composition/outage-state.ts';
import { createStateOwner } from '../../src/composition/state-bindings.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { mailboxName, testAccount } from '../contracts/store-under-test.ts';
import { asUid, code } from '../support/domain-values.ts';

const refuse = () =>
  Promise.reject(new MailError('store-unavailable', { detail: 'It is away.', retryAfterSeconds: 1 }));
const AWAY: Leases = { acquire: refuse, renew: refuse, release: refuse, abandon: refuse };
const PERSON = testAccount({ host: '127.0.0.1', port: 1 }, { name: 'jane@example.org', password: 'secret' });
const CONNECTED: MailAccount = {
  ...PERSON,
  status: {
    ...{ state: 'ok', stateSince: 0, problem: null, provider: null, createdAt: 0 },
    watch: { mode: 'none', lastProofAt: null },
  },
};

describe('Message locks while the database is away', () => {
  const memory = createMemoryState(Date.now);
  const { leases } = createSteadyState(memory, { ...memory, leases: AWAY });
  const locks = createMessageLocks({ leases, stateOwner: createStateOwner() });
  const change = (account: MailAccount) =>
    locks.run(
      [{ account, mailbox: mailboxName('INBOX'), uid: asUid(1) }],
      async () => 'changed',
      AbortSignal.timeout(5_000),
    );

  it('are those of the process for people with logins of their own', async () => {
    assert.equal(await change(PERSON), 'changed');
  });

  it('are refused for connected accounts, which another node may have by then', async () => {
    await assert.rejects(change(CONNECTED), code('store-unavailable'));
  });
});
