import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createProviderTable, type ProviderFile } from '../../../src/adapters/network/shipped-providers.ts';
import { isFullHostName, serverFor } from '../../../src/domain/accounts/mail-servers.ts';

const DATA = new URL('../../../data/', import.meta.url);
const JANE = { address: 'jane@example.org', localPart: 'jane', domain: 'example.org' };

const readData = (name: string) => readFileSync(new URL(name, DATA), 'utf8');

describe('the table of providers', () => {
  it('knows large providers', () => {
    const table = createProviderTable();

    assert.deepEqual(
      ['gmail.com', 'outlook.com', 'gmx.net', 'acme.test'].map(
        (domain) => table.find(domain)?.incoming[0]?.host,
      ),
      ['imap.gmail.com', 'outlook.office365.com', 'imap.gmx.net', undefined],
    );
  });

  it('has servers that can be used, and domains that are names', () => {
    const { providers } = JSON.parse(readData('providers.json')) as ProviderFile;

    const unusable = providers.flatMap(({ incoming, outgoing }) =>
      [...incoming, ...outgoing].filter((server) => serverFor(server, JANE) === null),
    );
    const odd = providers.flatMap(({ domains }) => domains.filter((domain) => !isFullHostName(domain)));

    assert.ok(providers.length > 100);
    assert.deepEqual([unusable, odd], [[], []]);
  });

  it('has its licence next to it', () => {
    const { licence, origin } = JSON.parse(readData('providers.json')) as ProviderFile;

    assert.deepEqual([licence, origin], ['MPL-2.0', 'https://github.com/thunderbird/autoconfig']);
    assert.match(readData('LICENSE'), /^Mozilla Public License Version 2\.0/);
  });
});
