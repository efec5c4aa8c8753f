import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseServers, type ServerFlags } from '../../src/cli/account-servers.ts';
import type { FoundServers } from '../../src/domain/accounts/mail-server-discovery.ts';
import type { PublishedServer } from '../../src/domain/accounts/mail-servers.ts';

const ADDRESS = 'jane@example.org';
const IMAP: PublishedServer = {
  ...{ protocol: 'imap', host: 'imap.example.org', port: 993, security: 'tls', user: 'jane' },
  mechanisms: ['password'],
};
const SMTP: PublishedServer = {
  ...IMAP,
  protocol: 'smtp',
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
};

/** The servers for these flags, where the address leads to what was found. */
function choose(flags: Partial<ServerFlags>, found: Partial<FoundServers> = {}) {
  const discover = async () => ({
    ...{ domain: 'example.org', incoming: [IMAP], outgoing: [SMTP], reports: [] },
    ...{ source: 'srv', confidence: 'certain' },
    ...found,
  });
  const all: ServerFlags = { inbox: true, passwordStdin: true, ...flags };
  return chooseServers({ address: ADDRESS, flags: all, tools: { discover: discover as never } });
}

describe('chooseServers', () => {
  it('takes the servers that the flags name, with the usual ports', async () => {
    const named = { inboxAddress: 'a.example', outboxAddress: 'b.example' };

    assert.deepEqual(await choose({ ...named, inboxPort: '143', outboxSecure: 'starttls' }), {
      inbox: { type: 'IMAP', host: 'a.example', port: 143, isTls: false },
      outbox: { host: 'b.example', port: 587, security: 'starttls' },
      user: ADDRESS,
    });
    assert.deepEqual(await choose({ inbox: false, outboxAddress: 'b.example' }), {
      inbox: null,
      outbox: { host: 'b.example', port: 465, security: 'ssl' },
      user: ADDRESS,
    });
  });

  it('takes the servers of the address, and the user name there', async () => {
    assert.deepEqual(await choose({ discover: true }), {
      inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
      outbox: { host: 'smtp.example.org', port: 587, security: 'starttls' },
      user: 'jane',
    });
  });

  it('gives no password to servers that nobody has named, or that take none', async () => {
    const refused = { exitStatus: 1 };

    await assert.rejects(choose({ discover: true }, { confidence: 'guess' }), /nobody has named them/);
    await assert.rejects(choose({ discover: true }, { incoming: [] }), refused);
    await assert.rejects(
      choose({ discover: true }, { incoming: [{ ...IMAP, mechanisms: ['oauth'] }] }),
      /takes no passwords/,
    );
  });

  it('refuses flags that say nothing without another', async () => {
    const wrong: readonly Partial<ServerFlags>[] = [
      ...[{ inbox: false }, { inboxPort: '993' }, { inboxSsl: true }, { outboxPort: '25' }],
      ...[{ inboxAddress: 'a', inboxPort: '0' }, { inboxAddress: 'a', inboxPort: 'x' }, {}],
    ];

    for (const flags of wrong) await assert.rejects(choose(flags), /--/);
  });
});
