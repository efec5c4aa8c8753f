import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';

/** Protocol and certificate. */
export interface TlsReport {
  readonly protocol: string;
  readonly issuer: string;
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly isForHost: boolean;
  /** OpenSSL's reason, or null. */
  readonly trustError: string | null;
}

/** Reported apart from trust. */
const NAME_MISMATCH = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** Valid or not. `host`: name or IP address. */
export function reportTls(socket: TLSSocket, host: string): TlsReport {
  const certificate = socket.getPeerCertificate();
  // Node sets a code, unlike its types.
  const trustError = socket.authorizationError as unknown as string | undefined;
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    issuer: nameIssuer(certificate),
    names: listNames(certificate),
    validFrom: new Date(certificate.valid_from),
    validUntil: new Date(certificate.valid_to),
    isForHost: checkServerIdentity(host, certificate) === undefined,
    trustError: trustError === undefined || trustError === NAME_MISMATCH ? null : trustError,
  };
}

function nameIssuer({ issuer }: PeerCertificate): string {
  return [issuer.O, issuer.CN].flat().filter(Boolean).join(', ') || 'nobody';
}

function listNames({ subjectaltname = '' }: PeerCertificate): readonly string[] {
  return subjectaltname
    .split(', ')
    .map((name) => name.slice(name.indexOf(':') + 1))
    .filter((name) => name !== '');
}
