import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadConfigurationFile } from '../../src/config/configuration-file.ts';

const MODULE = "export default 'loaded';\n";

describe('a file of app/config', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-file-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  const write = (name: string, text: string) => writeFile(join(root, name), text);
  const load = () => loadConfigurationFile({ rootDirectory: root, name: 'cors', revision: 0 });

  it('may be missing', async () => {
    assert.equal(await load(), undefined);
  });

  for (const { name, text } of [
    { name: 'app/config/cors.js', text: MODULE },
    { name: 'app/config/cors.mjs', text: MODULE },
    { name: 'app/config/cors.json', text: '"loaded"' },
  ]) {
    it(`is read as ${name}`, async () => {
      await write('package.json', '{ "type": "module" }');
      await write(name, text);

      assert.deepEqual(await load(), { name, value: 'loaded' });
    });
  }

  it('is there once', async () => {
    await write('app/config/cors.mjs', MODULE);
    await write('app/config/cors.json', '{}');

    await assert.rejects(load(), {
      problems: [
        {
          key: 'app/config/cors',
          expected: 'one file',
          got: 'app/config/cors.mjs and app/config/cors.json',
        },
      ],
    });
  });

  it('is told with the way to the place that is no JavaScript', async () => {
    await write('package.json', '{ "type": "module" }');
    await write('app/config/cors.js', '\nexport default [;\n');

    await assert.rejects(load(), {
      problems: [
        {
          key: 'app/config/cors.js',
          expected: 'a file that can be loaded',
          got: `Unexpected token ';' (node --check ${root}/app/config/cors.js shows the place)`,
        },
      ],
    });
  });

  describe('in a package of the type commonjs', () => {
    beforeEach(() => write('package.json', '{ "type": "commonjs" }'));

    it('is read as an ES module that ends in .mjs', async () => {
      await write('app/config/cors.mjs', MODULE);

      assert.deepEqual(await load(), { name: 'app/config/cors.mjs', value: 'loaded' });
    });

    it('is read as a CommonJS module that ends in .js', async () => {
      await write('app/config/cors.js', "module.exports = 'loaded';\n");

      assert.deepEqual(await load(), { name: 'app/config/cors.js', value: 'loaded' });
    });
  });
});
