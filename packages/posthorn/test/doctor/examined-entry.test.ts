import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../src/config/load-settings.ts';
import { type ExamineRequest, findExaminedEntry } from '../../src/doctor/examined-entry.ts';
import { discoveryOver } from '../application/discovery/fake-sources.ts';
import { sampleEntry } from './mail-server-entry-sample.ts';
import { collect } from './probe-tools.ts';

const ENTRIES = [sampleEntry({ id: 'first' }), sampleEntry({ id: 'other', domain: 'other.org' })];

function request({
  subject,
  user = null,
  mailServers = ENTRIES,
  provider = 'single-imap-user',
}: {
  readonly subject: string;
  readonly user?: string | null;
  readonly mailServers?: typeof ENTRIES;
  readonly provider?: string;
}): ExamineRequest {
  const settings = readSettings({ AUTH_PROVIDER: provider });
  const services = { '_imaps._tcp.nowhere.test': [{ host: 'imap.nowhere.test', port: 993 }] };
  const discovery = discoveryOver({ services });
  return { subject, user, configuration: { settings, mailServers, extraRoots: [] }, discovery };
}

async function findEntry(options: Parameters<typeof request>[0]) {
  const { checks, result } = await collect(findExaminedEntry(request(options), new AbortController().signal));
  return { checks, entry: result?.entry.id, user: result?.user };
}

describe('findExaminedEntry', () => {
  it('finds the entry of an address, whose user it is', async () => {
    assert.deepEqual(await findEntry({ subject: 'jane@other.org' }), {
      entry: 'other',
      user: 'jane@other.org',
      checks: [
        {
          check: 'entry',
          outcome: 'ok',
          finding: 'jane@other.org belongs to "other": IMAP imap.example.org:993, SMTP smtp.example.org:587.',
        },
      ],
    });
  });

  it('names the servers that an entry for the address would have', async () => {
    const { checks } = await findEntry({ subject: 'jane@nowhere.test' });

    assert.deepEqual(
      checks.map(({ check, outcome }) => [check, outcome]),
      [
        ['entry', 'problem'],
        ['servers', 'ok'],
      ],
    );
    assert.equal(
      checks[1]?.finding,
      "The SRV records of nowhere.test name imap.nowhere.test:993. An entry has inbox_address: 'imap.nowhere.test', inbox_port: 993, inbox_ssl: true.",
    );
  });

  it('finds an entry by its id, without a user', async () => {
    const { entry, user, checks } = await findEntry({ subject: 'other' });

    assert.deepEqual([entry, user, checks[0]?.outcome], ['other', null, 'ok']);
  });

  it('takes another user than the address', async () => {
    assert.equal((await findEntry({ subject: 'other', user: 'jane@other.org' })).user, 'jane@other.org');
  });

  it('tells when the user of an entry would get another one', async () => {
    const { checks } = await findEntry({ subject: 'other', user: 'jane@example.org' });

    assert.deepEqual(
      [checks[0]?.outcome, checks[0]?.finding.endsWith('But jane@example.org would get "first".')],
      ['warning', true],
    );
  });

  it('tells which entries match as well', async () => {
    const mailServers = [...ENTRIES, sampleEntry({ id: 'late' })];

    const { entry, checks } = await findEntry({ subject: 'jane@example.org', mailServers });

    assert.equal(entry, 'first');
    assert.match(checks[0]?.finding ?? '', /"late" would match too, and the first one counts/);
  });

  it('has no entry for an unknown address or id', async () => {
    const address = await findEntry({ subject: 'jane@nowhere.org' });
    const id = await findEntry({ subject: 'nowhere' });

    assert.deepEqual([address.entry, id.entry], [undefined, undefined]);
    assert.match(address.checks[0]?.finding ?? '', /^No expression .* its entries are first, other\.$/);
    assert.match(id.checks[0]?.finding ?? '', /^There is no entry "nowhere"/);
  });

  it('refuses a user name with a line break', async () => {
    const address = await findEntry({ subject: 'x\n@example.org' });
    const user = await findEntry({ subject: 'other', user: 'x\r\n@other.org' });

    assert.deepEqual(
      [address.entry, address.checks[0]?.check, user.entry, user.checks[0]?.check],
      [undefined, 'user', undefined, 'user'],
    );
  });

  it('remarks that another provider does not use the entries', async () => {
    const { checks } = await findEntry({ subject: 'other', provider: 'local-mail-account' });

    assert.deepEqual([checks[0]?.check, checks[0]?.outcome], ['provider', 'warning']);
  });
});
