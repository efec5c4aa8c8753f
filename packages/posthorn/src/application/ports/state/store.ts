import type { Accounts } from './accounts.ts';
import type { ApiKeys } from './api-keys.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import type { EventLog } from './event-log.ts';
import type { Grants } from './grants.ts';
import type { SecretBox } from './secret-box.ts';
import type { WebhookDeliveries } from './webhook-deliveries.ts';
import type { Webhooks } from './webhooks.ts';

/** An open database's tables. */
export interface Store {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly grants: Grants;
  readonly connectSessions: ConnectSessions;
  readonly events: EventLog;
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly secretBox: SecretBox;
}
