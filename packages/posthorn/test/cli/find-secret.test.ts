import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { findSecret, type SecretKind, type SecretSources } from '../../src/cli/find-secret.ts';

describe('findSecret', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-password-'));
  });
  after(() => rm(folder, { recursive: true }));

  const find = async (sources: Partial<SecretSources>, kind: SecretKind = 'password') =>
    (await findSecret(kind, { file: undefined, environment: {}, ...sources }))?.reveal() ?? null;
  const findIn = async (contents: string) => {
    const file = join(folder, 'password');
    await writeFile(file, contents);
    return find({ file });
  };

  it('takes a file as it is, without the line end behind it', async () => {
    assert.equal(await findIn(' pass word \r\n'), ' pass word ');
    assert.equal(await findIn('line\nline'), 'line\nline');
  });

  it('refuses a file that is empty, too large, or not there, and does not show it', async () => {
    await assert.rejects(findIn('\n'), /^CommandError: --password-file: .* is empty\.$/);
    await assert.rejects(findIn('x'.repeat(4097)), /is too large to be a password\.$/);
    await assert.rejects(find({ file: join(folder, 'nowhere') }), /cannot be read \(ENOENT\)\.$/);
  });

  it('takes the variable, else the answer, else none', async () => {
    const environment = { POSTHORN_PASSWORD: 'from-variable' };

    assert.equal(await find({ environment, ask: async () => 'typed' }), 'from-variable');
    assert.equal(await find({ ask: async () => 'typed' }), 'typed');
    assert.equal(await find({ ask: async () => '' }), null);
    assert.equal(await find({}), null);
  });

  it('takes the standard input as it comes', async () => {
    assert.equal(
      await find({ file: '-', standardInput: Readable.from([Buffer.from('se'), Buffer.from('cret\n')]) }),
      'secret',
    );
  });

  it('takes what can be a token, and shows nothing else', async () => {
    const longest = 'x'.repeat(8192);

    assert.equal(await find({ environment: { POSTHORN_TOKEN: longest } }, 'token'), longest);
    await assert.rejects(
      find({ environment: { POSTHORN_TOKEN: 'two words' } }, 'token'),
      /^CommandError: POSTHORN_TOKEN: this cannot be a token\.$/,
    );
  });
});
