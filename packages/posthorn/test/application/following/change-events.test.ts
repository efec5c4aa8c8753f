import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type ChangeEventsDependencies,
  createChangeEvents,
} from '../../../src/application/following/change-events.ts';
import { UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { createTestState } from '../../support/memory-state.ts';

const ACCOUNT = {
  inbox: { type: 'IMAP', host: 'a.example', port: 993, isTls: true },
  ...{ origin: 'operator', login: passwordLogin('ann', 'secret') },
} as MailAccount;

it('A stream gives its slot back where the client leaves while it opens', async () => {
  const leaving = new AbortController();
  const changes = { state: 's', created: [], updated: [], removed: [], present: null };
  const events = createChangeEvents({
    changeFeed: {
      async readAccount() {
        leaving.abort();
        return changes;
      },
    },
    ...{ telemetry: UNMEASURED, limits: { perAccount: 1, total: 1 } },
    ...createTestState(),
  } as unknown as ChangeEventsDependencies);
  const open = (signal: AbortSignal) => events.open({ account: ACCOUNT, mailbox: null, since: null }, signal);
  await open(leaving.signal);

  await assert.doesNotReject(open(new AbortController().signal));
});
