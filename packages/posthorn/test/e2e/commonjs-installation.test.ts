import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInstallationRoot } from './installation-root.ts';
import { runPosthorn, startPosthornProcess } from './posthorn-process.ts';

describe('an installation in a package of the type commonjs', () => {
  it('is told to rename its ES modules, and then starts', async (t) => {
    const root = await createInstallationRoot(t, 'PORT=0\n');
    const cors = join(root.path, 'app/config/cors');
    await root.write('package.json', '{ "name": "site", "type": "commonjs" }');
    await root.write('app/config/cors.js', "export default { paths: ['*'] };\n");

    const refused = await runPosthorn(['serve', '--root', root.path]);
    await rename(`${cors}.js`, `${cors}.mjs`);
    const server = await startPosthornProcess(['serve', '--root', root.path]);
    const { headers } = await fetch(`${server.address}/`, { headers: { origin: 'https://a.example' } });
    await server.stop();

    assert.equal(refused.code, 2);
    assert.ok(
      refused.output.includes(
        `${root.path}/package.json says "type": "commonjs", so Node does not read cors.js as an ES module: rename it to cors.mjs`,
      ),
      refused.output,
    );
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });
});
