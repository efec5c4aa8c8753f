/** The contracts of the store's own ports over each database. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
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
    return storeOf(database, secretBox);
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
