import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCertificateAuthorities } from '../../src/config/certificate-authorities.ts';
import { createTestAuthority, type TestAuthority } from '../support/test-authority.ts';

describe('APP_CA_FILE', () => {
  let folder: string;
  let authority: TestAuthority;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-ca-'));
    authority = await createTestAuthority();
  });
  after(async () => {
    await authority.remove();
    await rm(folder, { recursive: true });
  });

  const read = async (text: string) => {
    await writeFile(join(folder, 'ca.pem'), text);
    return readCertificateAuthorities(join(folder, 'ca.pem'));
  };

  it('may be missing', async () => {
    assert.deepEqual(await readCertificateAuthorities(null), []);
  });

  it('has certificates, with anything between them', async () => {
    const text = `# ours\n${authority.caPem}\n# again\n${authority.caPem}`;

    assert.deepEqual(await read(text), [text]);
  });

  it('is refused when there is no certificate in it', async () => {
    await assert.rejects(read('mail.example.org\n'), {
      message:
        /APP_CA_FILE: expected a PEM file with at least one certificate, got ".*ca\.pem", which has none/,
    });
  });

  it('is refused when one of its certificates cannot be read', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

    await assert.rejects(read(authority.caPem + broken), /whose certificate 2 cannot/);
  });

  it('is refused when it cannot be read', async () => {
    await assert.rejects(
      readCertificateAuthorities(join(folder, 'none')),
      /a readable PEM file, got .*ENOENT/,
    );
  });
});
