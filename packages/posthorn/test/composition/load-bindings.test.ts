import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createServices } from '../../src/composition/create-services.ts';
import { defaultBindings } from '../../src/composition/default-bindings.ts';
import { loadBindings } from '../../src/composition/load-bindings.ts';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { CONFIGURATION } from './test-configuration.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const IMPORT = "import { defineBindings } from 'posthorn/bindings';\n";

describe('loadBindings', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-bindings-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await mkdir(join(root, 'node_modules'));
    await symlink(PACKAGE, join(root, 'node_modules/posthorn'));
    await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => rm(root, { recursive: true }));

  const load = () => loadBindings({ rootDirectory: root, configuration: CONFIGURATION });
  const loadText = async (text: string) => {
    await writeFile(join(root, 'app/config/bindings.js'), text);
    return load();
  };
  const problems = async (text: string) => {
    const error = await loadText(text).catch((reason: unknown) => reason);
    assert.ok(error instanceof ConfigurationError);
    return error.problems;
  };

  it('gives no bindings without a file', async () => {
    assert.deepEqual(await load(), {});
  });

  it('gives the bindings of the file', async () => {
    const bindings = await loadText(
      `${IMPORT}export default defineBindings({ htmlReader: () => ({ toText: async () => 'mine' }) });`,
    );

    const { services } = createServices(defaultBindings(CONFIGURATION), bindings);
    assert.equal(await services.htmlReader.toText('<p>', new AbortController().signal), 'mine');
  });

  it('takes bindings.mjs as well', async () => {
    await writeFile(join(root, 'app/config/bindings.mjs'), `${IMPORT}export default defineBindings({});`);

    assert.deepEqual(await load(), {});
  });

  for (const { what, text, got } of [
    { what: 'no default export', text: 'export const bindings = {};', got: 'nothing' },
    { what: 'a plain object', text: 'export default {};', got: 'an object' },
    {
      what: 'a function',
      text: `${IMPORT}export default () => defineBindings({});`,
      got: 'a function',
    },
  ]) {
    it(`refuses ${what}`, async () => {
      const [problem, ...others] = await problems(text);

      assert.deepEqual([problem?.key, problem?.got, others], ['app/config/bindings.js', got, []]);
      assert.match(problem?.expected ?? '', /made by defineBindings of posthorn\/bindings/);
    });
  }

  it('names everything that is no binding of a service', async () => {
    const found = await problems(
      `${IMPORT}export default defineBindings({ mailStroe: () => ({}), mailStore: {}, clock: undefined, configuration: () => ({}), __proto: 1 });`,
    );

    assert.deepEqual(
      found.map(({ key, got }) => `${key}: ${got}`),
      [
        'app/config/bindings.js, mailStroe: another name',
        'app/config/bindings.js, mailStore: an object',
        'app/config/bindings.js, clock: nothing',
        'app/config/bindings.js, configuration: another name',
        'app/config/bindings.js, __proto: another name',
      ],
    );
    assert.match(found[0]?.expected ?? '', /the name of a service \(logger, clock, .*mailStore/);
  });
});
