import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DnsRecords } from '../../src/adapters/network/dns-records.ts';
import { checkDomain } from '../../src/doctor/domain-checks.ts';
import { sampleEntry } from './mail-server-entry-sample.ts';
import { collect, type DnsZone, fakeDns, outline, silentDns } from './probe-tools.ts';

const ENTRY = sampleEntry();
const MX = { mailExchangers: { 'example.org': ['mx.example.org'] } };

async function checksOf(dns: DnsRecords, entry = ENTRY) {
  return (await collect(checkDomain('example.org', { entry, dns }))).checks;
}
const checksIn = (zone: DnsZone, entry = ENTRY) => checksOf(fakeDns({ ...MX, ...zone }), entry);

describe('the checks of a domain', () => {
  it('find nothing wrong when the domain names the servers of the entry', async () => {
    const checks = await checksIn({
      services: {
        '_imaps._tcp.example.org': [{ host: 'IMAP.example.org', port: 993 }],
        '_submission._tcp.example.org': [{ host: 'smtp.example.org', port: 587 }],
      },
    });

    assert.deepEqual(checks, [
      { check: 'MX', outcome: 'ok', finding: 'example.org takes mail at mx.example.org.' },
      {
        check: 'SRV IMAP',
        outcome: 'ok',
        finding: 'example.org names imap.example.org:993, as the entry does.',
      },
      {
        check: 'SRV submission',
        outcome: 'ok',
        finding: 'example.org names smtp.example.org:587, as the entry does.',
      },
    ]);
  });

  it('find nothing wrong when the domain names none', async () => {
    assert.deepEqual(outline(await checksIn({})), ['ok MX', 'ok SRV IMAP', 'ok SRV submission']);
  });

  it('remark on other servers than those of the entry', async () => {
    const [, imap, submission] = await checksIn({
      services: {
        '_imap._tcp.example.org': [{ host: 'mail.example.org', port: 143 }],
        '_submissions._tcp.example.org': [{ host: 'mail.example.org', port: 465 }],
      },
    });

    assert.deepEqual(
      [imap?.outcome, imap?.finding],
      ['warning', 'example.org names mail.example.org:143, and the entry imap.example.org:993.'],
    );
    assert.equal(submission?.outcome, 'warning');
  });

  it('look for submission with TLS where the entry has that', async () => {
    const outbox = { host: 'smtp.example.org', port: 465, security: 'ssl' } as const;

    const checks = await checksIn(
      { services: { '_submissions._tcp.example.org': [{ host: 'smtp.example.org', port: 465 }] } },
      sampleEntry({ outbox }),
    );

    assert.match(checks[2]?.finding ?? '', /as the entry does/);
  });

  it('ask for no submission where the entry is only for reading', async () => {
    const { outbox: _outbox, ...entry } = ENTRY;

    assert.deepEqual(outline(await checksIn({}, entry)), ['ok MX', 'ok SRV IMAP']);
  });

  it('know the record that denies a service', async () => {
    const checks = await checksIn({ services: { '_imaps._tcp.example.org': [{ host: '', port: 0 }] } });

    assert.equal(checks[1]?.finding, 'example.org says that it has no such service.');
  });

  it('remark that a domain takes no mail', async () => {
    const [absent] = await checksIn({ mailExchangers: {} });
    const [denied] = await checksIn({ mailExchangers: { 'example.org': [''] } });

    assert.deepEqual([absent?.outcome, denied?.outcome], ['warning', 'warning']);
  });

  it('remark on exchangers elsewhere without calling it wrong', async () => {
    const [mx] = await checksIn({ mailExchangers: { 'example.org': ['mx.filter.example'] } });

    assert.deepEqual(
      [mx?.outcome, /of another domain than imap\.example\.org/.test(mx?.finding ?? '')],
      ['ok', true],
    );
  });

  it('say so when no name server answers', async () => {
    assert.deepEqual(outline(await checksOf(silentDns())), [
      'problem MX',
      'problem SRV IMAP',
      'problem SRV submission',
    ]);
  });
});
