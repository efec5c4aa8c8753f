/**
 * `npm run openapi`: rewrites what is generated from the HTTP layer: the OpenAPI documents, the types of the tests'
 * client, and the page on errors. Tests fail as long as these files are not up to date.
 */
import { writeFileSync } from 'node:fs';
import { createPosthorn } from '../packages/posthorn/src/composition/create-posthorn.ts';
import { readSettings } from '../packages/posthorn/src/config/load-settings.ts';
import { API_VERSIONS } from '../packages/posthorn/src/http/api-versions.ts';
import { renderErrorsPage } from '../packages/posthorn/src/http/errors-page.ts';
import { renderApiTypes } from './openapi-types.ts';

const ROOT = new URL('../', import.meta.url);

// The auth provider with a sign-in, so that this is described as well. No mail server is asked for anything.
const settings = readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'error' });
const posthorn = createPosthorn({ settings, mailServers: [], extraRoots: [] });
for (const { tag } of API_VERSIONS) {
  const answer = await posthorn.server.inject(`/openapi/${tag}.json`);
  write(`docs/openapi/${tag}.json`, `${JSON.stringify(answer.json(), null, 2)}\n`);
  write(`packages/posthorn/test/support/api-${tag}.ts`, renderApiTypes(tag, answer.json()));
}
await posthorn.close();
write('docs/errors.md', renderErrorsPage());

function write(path: string, text: string): void {
  writeFileSync(new URL(path, ROOT), text);
  console.log(`wrote ${path}`);
}
