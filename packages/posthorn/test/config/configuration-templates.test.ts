import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  configurationTemplates,
  createFromTemplate,
  replaceFromTemplate,
  templateState,
} from '../../src/config/configuration-templates.ts';

const { mailServers } = configurationTemplates;
const PACKAGE_TEMPLATE = join(import.meta.dirname, '../../app/config/imapserver.example.js');

describe('the template of the mail servers', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-templates-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const inConfig = (name: string) => join(root, 'app/config', name);
  const state = () => templateState(root, mailServers);

  it('comes with the program, and the file that is made is for everybody to read', async () => {
    assert.equal(await state(), 'ready');

    await createFromTemplate(root, mailServers);

    const path = inConfig('imapserver.js');
    assert.deepEqual(await readFile(path), await readFile(PACKAGE_TEMPLATE));
    assert.equal((await stat(path)).mode & 0o777, 0o644);
    assert.equal(await state(), 'target-exists');
  });

  describe('in an installation with app/config', () => {
    beforeEach(() => mkdir(inConfig('.'), { recursive: true }));

    it('is taken from there first', async () => {
      await writeFile(inConfig('imapserver.example.js'), 'export default [];\n');
      await writeFile(inConfig('imapserver.js'), 'old');

      await replaceFromTemplate(root, mailServers);

      assert.equal(await readFile(inConfig('imapserver.js'), 'utf8'), 'export default [];\n');
    });

    it('is not taken from a symbolic link', async () => {
      await writeFile(join(root, 'secret'), 'secret');
      await symlink(join(root, 'secret'), inConfig('imapserver.example.js'));

      await createFromTemplate(root, mailServers);

      assert.deepEqual(await readFile(inConfig('imapserver.js')), await readFile(PACKAGE_TEMPLATE));
    });

    for (const name of ['imapserver.json', 'imapserver.mjs']) {
      it(`is not used beside the same configuration as ${name}`, async () => {
        await writeFile(inConfig(name), '[]');

        assert.equal(await state(), 'alternative-exists');
      });
    }

    it('is refused when a symbolic link stands in the place of the file', async () => {
      await symlink(join(root, 'nowhere'), inConfig('imapserver.js'));

      await assert.rejects(state(), /imapserver\.js is a symbolic link or no regular file/);
    });

    it('can be missing', async () => {
      const unknown = { ...mailServers, template: 'nothing.example.js' };

      assert.equal(await templateState(root, unknown), 'template-missing');
      await assert.rejects(createFromTemplate(root, unknown), /There is no template nothing\.example\.js/);
    });
  });
});
