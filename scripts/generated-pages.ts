/** The pages and files that are made from the code, as they should be. */
import { readFileSync } from 'node:fs';
import { createAuthProvider } from '../packages/posthorn/src/adapters/auth/auth-providers.ts';
import { createPosthorn } from '../packages/posthorn/src/composition/create-posthorn.ts';
import { readSettings } from '../packages/posthorn/src/config/load-settings.ts';
import { renderEnvExample } from '../packages/posthorn/src/config/render-env-example.ts';
import { renderSettingsPage } from '../packages/posthorn/src/config/settings-page.ts';
import { renderErrorsPage } from '../packages/posthorn/src/http/answer/errors-page.ts';
import { API_VERSIONS } from '../packages/posthorn/src/http/server/api-versions.ts';
import { withLayersTable } from './layers-table.mjs';

/** Each by its path from the root of the repository. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await describeApi()),
    ['docs/errors.md', renderErrorsPage()],
    ['docs/settings.md', renderSettingsPage()],
    ['packages/posthorn/.env.example', renderEnvExample()],
    ['ARCHITECTURE.md', withLayersTable(readFileSync('ARCHITECTURE.md', 'utf8'))],
  ]);
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
  const posthorn = createPosthorn({ settings, mailServers: [], extraRoots: [] }, { authProvider });
  const pages: (readonly [string, string])[] = [];
  for (const { tag } of API_VERSIONS) {
    const document = (await posthorn.server.inject(`/openapi/${tag}.json`)).json();
    pages.push([`docs/openapi/${tag}.json`, `${JSON.stringify(document, null, 2)}\n`]);
  }
  await posthorn.close();
  return pages;
}
