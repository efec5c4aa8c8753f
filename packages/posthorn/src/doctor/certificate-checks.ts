import type { TlsReport } from '../adapters/network/tls-report.ts';
import { type Check, ok, problem, warning } from './check.ts';
import type { ProbedServer } from './probed-server.ts';

/** ACME renews thirty days before expiry: a renewal has failed. */
const WARNING_DAYS = 21;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SHOWN_NAMES = 5;

const DATE_ERRORS = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
/** Trusting the authority helps. */
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** A TLS report and its context. */
export interface ExaminedCertificate {
  readonly report: TlsReport;
  /** Epoch milliseconds. */
  readonly now: number;
  /** APP_CA_FILE is set. */
  readonly hasExtraRoots: boolean;
}

/** Checks version, trust, name and dates. After a problem, Posthorn does not connect. */
export function checkCertificate(server: ProbedServer, examined: ExaminedCertificate): readonly Check[] {
  const { report, now } = examined;
  return [
    ok(`${server.kind} TLS`, `${report.protocol}.`),
    checkTrust(server, examined),
    checkName(server, report),
    checkDates(server, report, now),
  ];
}

function checkTrust(
  { kind, host }: ProbedServer,
  { report, now, hasExtraRoots }: ExaminedCertificate,
): Check {
  const check = `${kind} certificate`;
  const { trustError, issuer } = report;
  if (trustError === null) return ok(check, `Issued by ${issuer}.`);
  if (DATE_ERRORS.has(trustError) && !isInTime(report, now)) {
    // OpenSSL reports only one reason.
    return ok(check, `Issued by ${issuer}; whether that is trusted shows when the dates are right.`);
  }
  if (UNKNOWN_AUTHORITY.has(trustError)) {
    return problem(check, {
      finding: `It is issued by ${issuer}, which is not trusted (${trustError}).`,
      advice: `If that authority is your own, ${hasExtraRoots ? 'add its certificate to the file of APP_CA_FILE, which has others' : 'set APP_CA_FILE to a PEM file with its certificate'}. Else ask the operator of ${host}: the server may not send its intermediate certificates.`,
    });
  }
  return problem(check, {
    finding: `Its chain, issued by ${issuer}, is not valid (${trustError}).`,
    advice: `Ask the operator of ${host} to renew the certificate and its chain.`,
  });
}

function checkName({ kind, host, entryKeys }: ProbedServer, { isForHost, names }: TlsReport): Check {
  const check = `${kind} certificate names`;
  const shown = names.slice(0, MAX_SHOWN_NAMES).join(', ');
  const list = names.length > MAX_SHOWN_NAMES ? `${shown} and ${names.length - MAX_SHOWN_NAMES} more` : shown;
  if (isForHost) return ok(check, `It is for ${list}.`);
  return problem(check, {
    finding: `It is not for ${host} but for ${list || 'no name at all'}.`,
    advice: `Set ${entryKeys.address} to a name that the certificate has, or have it issued for ${host}.`,
  });
}

function checkDates({ kind, host }: ProbedServer, report: TlsReport, now: number): Check {
  const check = `${kind} certificate dates`;
  const { validFrom, validUntil } = report;
  const renew = `Ask the operator of ${host} to renew it.`;
  if (validUntil.getTime() < now)
    return problem(check, { finding: `It expired on ${toDay(validUntil)}.`, advice: renew });
  if (validFrom.getTime() > now) {
    const clock = 'Set the clock of this machine; if it is right, ask the operator of the server.';
    return problem(check, { finding: `It is valid only from ${toDay(validFrom)} on.`, advice: clock });
  }
  const days = Math.floor((validUntil.getTime() - now) / DAY_MS);
  const finding = `It expires on ${toDay(validUntil)}, in ${days} days.`;
  return days < WARNING_DAYS ? warning(check, { finding, advice: renew }) : ok(check, finding);
}

function isInTime({ validFrom, validUntil }: TlsReport, now: number): boolean {
  return validFrom.getTime() <= now && now <= validUntil.getTime();
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
