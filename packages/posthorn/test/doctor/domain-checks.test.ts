import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DnsRecords } from '../../src/application/ports/network/dns-records.ts';
import { checkDomain } from '../../src/doctor/domain-checks.ts';
import { discoveryOver } from '../application/discovery/fake-sources.ts';
import { sampleEntry } from './mail-server-entry-sample.ts';
import { collect, type DnsZone, fakeDns, outline, silentDns } from './probe-tools.ts';

const ENTRY = sampleEntry();
const MX = { mailExchangers: { 'example.org': ['mx.example.org'] } };

async function checksOf(dns: DnsRecords, entry = ENTRY) {
  const signal = new AbortController().signal;
  const discovery = discoveryOver({ dns });
  return (await collect(checkDomain('example.org', { entry, dns, discovery }, signal))).checks;
}
const checksIn = (zone: DnsZone, entry = ENTRY) => checksOf(fakeDns({ ...MX, ...zone }), entry);

describe('the checks of a domain', () => {
  it('find nothing wrong when the servers that are found are those of the entry', async () => {
    const checks = await checksIn({
      services: {
        '_imaps._tcp.example.org': [{ host: 'IMAP.example.org', port: 993 }],
        '_submission._tcp.example.org': [{ host: 'smtp.example.org', port: 587 }],
      },
    });

    const found = 'The SRV records of example.org name imap.example.org:993 and smtp.example.org:587.';
    assert.deepEqual(checks, [
      { check: 'MX', outcome: 'ok', finding: 'example.org takes mail at mx.example.org.' },
      { check: 'published IMAP', outcome: 'ok', finding: `${found} The entry has imap.example.org:993.` },
      {
        check: 'published submission',
        outcome: 'ok',
        finding: `${found} The entry has smtp.example.org:587.`,
      },
    ]);
  });

  it('find nothing wrong when none is found', async () => {
    assert.deepEqual(outline(await checksIn({})), ['ok MX', 'ok published IMAP', 'ok published submission']);
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
      [
        'warning',
        'The SRV records of example.org name mail.example.org:143 and mail.example.org:465. The entry has imap.example.org:993.',
      ],
    );
    assert.equal(submission?.outcome, 'warning');
  });

  it('ask for no submission where the entry is only for reading', async () => {
    const { outbox: _outbox, ...entry } = ENTRY;

    assert.deepEqual(outline(await checksIn({}, entry)), ['ok MX', 'ok published IMAP']);
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
      'ok published IMAP',
      'ok published submission',
    ]);
  });
});
