/** The pages and files that are made from the code, as they should be. */
import { readFileSync } from 'node:fs';
import { createAuthProvider } from '../packages/posthorn/src/adapters/auth/auth-providers.ts';
import type { ConnectLinks } from '../packages/posthorn/src/application/connect-sessions/connect-links.ts';
import type { ConnectedAccounts } from '../packages/posthorn/src/application/connected/connected-accounts.ts';
import type { EventStreams } from '../packages/posthorn/src/application/event-log/event-streams.ts';
import type { StoredEvents } from '../packages/posthorn/src/application/event-log/stored-events.ts';
import type { ManagedKeys } from '../packages/posthorn/src/application/keys/managed-keys.ts';
import type { DirectSubmissions } from '../packages/posthorn/src/application/sending/direct-submissions.ts';
import type { ManagedWebhooks } from '../packages/posthorn/src/application/webhooks/managed-webhooks.ts';
import type { WebhookTests } from '../packages/posthorn/src/application/webhooks/webhook-tests.ts';
import { createPosthorn } from '../packages/posthorn/src/composition/create-posthorn.ts';
import { readSettings } from '../packages/posthorn/src/config/load-settings.ts';
import { renderEnvExample } from '../packages/posthorn/src/config/render-env-example.ts';
import { renderSettingsPage } from '../packages/posthorn/src/config/settings-page.ts';
import { renderErrorsPage } from '../packages/posthorn/src/http/answer/errors-page.ts';
import { API_VERSIONS } from '../packages/posthorn/src/http/server/api-versions.ts';
import { withLayersTable } from './layers-table.mjs';
import { renderScopesPage } from './scopes-page.ts';

const NEVER_ASKED = {};
const REFERENCE = /\{\n\s+("\$ref": "[^"\n]+")\n\s+\}/g;

/** Each by its path from the root of the repository. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await describeApi()),
    ['docs/errors.md', renderErrorsPage()],
    ['docs/scopes.md', renderScopesPage()],
    ['docs/settings.md', renderSettingsPage()],
    ['packages/posthorn/.env.example', renderEnvExample()],
    ['ARCHITECTURE.md', withLayersTable(readFileSync('ARCHITECTURE.md', 'utf8'))],
  ]);
}

/** The document with each reference on one line. */
function formatDocument(document: object): string {
  return `${JSON.stringify(document, null, 2).replaceAll(REFERENCE, '{ $1 }')}\n`;
}

/** The OpenAPI documents. */
async function describeApi(): Promise<readonly (readonly [path: string, text: string])[]> {
  // The auth provider with a sign-in, so that this is described as well. No mail server is asked for anything.
  const settings = readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'error' });
  // Without its statement of what logins consist of: the documents of the repository have them all.
  const { acceptedLogins: _, ...provider } = createAuthProvider('single-imap-user', {
    mailServers: () => [],
  });
  const authProvider = () => provider;
  // With the routes that need a store, which is never asked.
  const stored = {
    managedKeys: () => NEVER_ASKED as ManagedKeys,
    connectedAccounts: () => NEVER_ASKED as ConnectedAccounts,
    connectLinks: () => NEVER_ASKED as ConnectLinks,
    directSubmissions: () => NEVER_ASKED as DirectSubmissions,
    storedEvents: () => NEVER_ASKED as StoredEvents,
    managedWebhooks: () => NEVER_ASKED as ManagedWebhooks,
    webhookTests: () => NEVER_ASKED as WebhookTests,
    eventStreams: () => NEVER_ASKED as EventStreams,
  };
  const overrides = { authProvider, ...stored };
  const posthorn = createPosthorn({ settings, mailServers: [], extraRoots: [] }, overrides);
  const pages: (readonly [string, string])[] = [];
  for (const { tag } of API_VERSIONS) {
    const document = (await posthorn.server.inject(`/openapi/${tag}.json`)).json();
    pages.push([`docs/openapi/${tag}.json`, formatDocument(document)]);
  }
  await posthorn.close();
  return pages;
}
