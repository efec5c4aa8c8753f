import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TlsReport } from '../../src/adapters/network/tls-report.ts';
import { checkCertificate } from '../../src/doctor/certificate-checks.ts';
import { probedInbox } from '../../src/doctor/probed-server.ts';

const NOW = Date.UTC(2030, 0, 10);
const SERVER = probedInbox({ type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true });
const GOOD: TlsReport = {
  protocol: 'TLSv1.3',
  issuer: 'Example Trust',
  names: ['imap.example.org'],
  validFrom: new Date(Date.UTC(2030, 0, 1)),
  validUntil: new Date(Date.UTC(2030, 2, 1)),
  isForHost: true,
  trustError: null,
};

const checksOf = (report: Partial<TlsReport>) =>
  checkCertificate(SERVER, { report: { ...GOOD, ...report }, now: NOW, hasExtraRoots: false });
/** The only check that is not ok. */
const complaintOf = (report: Partial<TlsReport>) => {
  const complaints = checksOf(report).filter(({ outcome }) => outcome !== 'ok');
  assert.equal(complaints.length, 1);
  return complaints[0];
};

describe('the checks of a certificate', () => {
  it('tell version, issuer, names and dates of a good one', () => {
    assert.deepEqual(checksOf({}), [
      { check: 'IMAP TLS', outcome: 'ok', finding: 'TLSv1.3.' },
      { check: 'IMAP certificate', outcome: 'ok', finding: 'Issued by Example Trust.' },
      { check: 'IMAP certificate names', outcome: 'ok', finding: 'It is for imap.example.org.' },
      { check: 'IMAP certificate dates', outcome: 'ok', finding: 'It expires on 2030-03-01, in 50 days.' },
    ]);
  });

  it('warn when less than 21 days are left', () => {
    assert.equal(complaintOf({ validUntil: new Date(NOW + 20.9 * 86_400_000) })?.outcome, 'warning');
    assert.equal(checksOf({ validUntil: new Date(NOW + 21 * 86_400_000) })[3]?.outcome, 'ok');
  });

  it('name one problem for one that has expired', () => {
    const complaint = complaintOf({
      validUntil: new Date(Date.UTC(2030, 0, 9)),
      trustError: 'CERT_HAS_EXPIRED',
    });

    assert.deepEqual(complaint, {
      check: 'IMAP certificate dates',
      outcome: 'problem',
      finding: 'It expired on 2030-01-09.',
      advice: 'Ask the operator of imap.example.org to renew it.',
    });
  });

  it('blame the chain when the certificate itself has not expired', () => {
    assert.match(complaintOf({ trustError: 'CERT_HAS_EXPIRED' })?.finding ?? '', /^Its chain/);
  });

  it('blame the clock for one that is not valid yet', () => {
    const report = { validFrom: new Date(NOW + 1), trustError: 'CERT_NOT_YET_VALID' };

    assert.match(complaintOf(report)?.advice ?? '', /clock of this machine/);
  });

  it('tell when APP_CA_FILE helps', () => {
    assert.match(complaintOf({ trustError: 'SELF_SIGNED_CERT_IN_CHAIN' })?.advice ?? '', /APP_CA_FILE/);
    assert.doesNotMatch(complaintOf({ trustError: 'CERT_REVOKED' })?.advice ?? '', /APP_CA_FILE/);

    const report = { ...GOOD, trustError: 'SELF_SIGNED_CERT_IN_CHAIN' };
    const [, trust] = checkCertificate(SERVER, { report, now: NOW, hasExtraRoots: true });
    assert.match(trust?.advice ?? '', /add its certificate to the file of APP_CA_FILE/);
  });

  it('say for whom a certificate is that is for others', () => {
    const names = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example', 'g.example'];

    assert.equal(
      complaintOf({ isForHost: false, names })?.finding,
      'It is not for imap.example.org but for a.example, b.example, c.example, d.example, e.example and 2 more.',
    );
    assert.match(complaintOf({ isForHost: false, names: [] })?.finding ?? '', /but for no name at all/);
  });
});
