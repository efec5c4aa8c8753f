/** The contracts of the store's own ports over each database. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import { createTableApiKeys } from '../../../src/adapters/database/tables/table-api-keys.ts';
import { createTableConnectSessions } from '../../../src/adapters/database/tables/table-connect-sessions.ts';
import { createTableEvents } from '../../../src/adapters/database/tables/table-events.ts';
import { createTableGrants } from '../../../src/adapters/database/tables/table-grants.ts';
import { createTableWebhookDeliveries } from '../../../src/adapters/database/tables/table-webhook-deliveries.ts';
import { createTableWebhooks } from '../../../src/adapters/database/tables/table-webhooks.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { accountGrantsContract } from './account-grants.contract.ts';
import { accountListContract, accountsContract } from './accounts.contract.ts';
import { apiKeysContract, grantsContract, type Tables } from './bound-rows.contract.ts';
import { describeDatabases, openEach } from './databases.ts';
import { eventReadingContract, eventWritingContract } from './events.contract.ts';
import { deliveriesContract, webhooksContract } from './webhooks.contract.ts';

const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);

describeDatabases('Store contracts', (newLocation) => {
  const open = openEach(newLocation);
  const openTables = async (): Promise<Tables> => {
    const database = await open();
    return {
      accounts: createTableAccounts(database),
      apiKeys: createTableApiKeys(database),
      grants: createTableGrants(database),
      connectSessions: createTableConnectSessions(database),
      events: createTableEvents(database),
      webhooks: createTableWebhooks(database),
      webhookDeliveries: createTableWebhookDeliveries(database, secretBox),
    };
  };
  const openAccounts = async () => (await openTables()).accounts;
  accountsContract(openAccounts);
  accountListContract(openAccounts);
  apiKeysContract(openTables);
  grantsContract(openTables);
  eventWritingContract(openTables);
  eventReadingContract(openTables);
  accountGrantsContract(openTables);
  webhooksContract(openTables);
  deliveriesContract(openTables);
});
