import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadSecretsKeys, parseSecretsKeys, renderNewKey } from '../../src/config/secrets-keys.ts';

const FILE_DATABASE = { engine: 'file', path: '/data/p.db' } as const;
const NONE = { databaseUrl: FILE_DATABASE, secretsKeys: null, secretsKeysFile: null };

describe('Secrets keys', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-keys-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('are lines of a file, or a list, in their order', async () => {
    const [first, second] = [renderNewKey('2026-11'), renderNewKey('old')];
    const secretsKeysFile = join(folder, 'keys');
    await writeFile(secretsKeysFile, `# made by hand\n${first}\r\n  ${second}`);

    const read = await loadSecretsKeys({ ...NONE, secretsKeysFile });
    const listed = await loadSecretsKeys({ ...NONE, secretsKeys: `${first.trim()},${second.trim()}` });

    assert.deepEqual(
      read?.map(({ name }) => name),
      ['2026-11', 'old'],
    );
    assert.deepEqual(
      read?.map(({ key }) => key.export()),
      listed?.map(({ key }) => key.export()),
    );
  });

  it('are not asked for without a database', async () => {
    assert.equal(await loadSecretsKeys({ ...NONE, databaseUrl: null, secretsKeysFile: '/none' }), null);
  });

  it('are needed with one, and the command is named that makes them', async () => {
    const missing = [
      loadSecretsKeys(NONE),
      loadSecretsKeys({ ...NONE, secretsKeysFile: join(folder, 'none') }),
    ];

    for (const reading of missing)
      await assert.rejects(reading, /APP_SECRETS_KEYS_FILE: expected .*posthorn secrets:create/);
  });

  it('refuses what is no key, and shows none of it', () => {
    const good = renderNewKey('good');
    const texts = ['', 'sentinel', 'a:c2VudGluZWw=', `a.b:${good.slice(5)}`, `${good}${good}`, `${good}x`];

    const messages = texts.map((text) => messageOf(() => parseSecretsKeys(text, 'APP_SECRETS_KEYS')));

    assert.deepEqual(
      messages.filter(
        (message) => !/APP_SECRETS_KEYS: expected/.test(message) || /sentinel|c2Vu/.test(message),
      ),
      [],
    );
  });
});

function messageOf(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return String(error);
  }
}
