import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AccountConnectionsDependencies,
  createAccountConnections,
} from '../../../src/application/connect-sessions/account-connections.ts';
import type { ConnectedAccounts } from '../../../src/application/connected/connected-accounts.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import { code } from '../../support/domain-values.ts';

const ID = 'crm-17' as MailAccountId;

function connectionsWhoseRemovalFails(failure: MailErrorCode) {
  const connectedAccounts: Partial<ConnectedAccounts> = {
    remove: () => Promise.reject(new MailError(failure, { detail: 'x' })),
  };
  return createAccountConnections({ connectedAccounts } as AccountConnectionsDependencies);
}

describe('AccountConnections.disconnect', () => {
  it('takes an account that is gone for removed', async () => {
    await connectionsWhoseRemovalFails('mail-account-unknown').disconnect(ID);
  });

  it('reports why an account could not be removed', async () => {
    await assert.rejects(
      connectionsWhoseRemovalFails('store-unavailable').disconnect(ID),
      code('store-unavailable'),
    );
  });
});
