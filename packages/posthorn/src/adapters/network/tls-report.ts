/** Describes a TLS connection and the certificate of the server. */
import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';

/** The protocol and the certificate of a TLS connection. */
export interface TlsReport {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Who signed the certificate. */
  readonly issuer: string;
  /** The names and addresses that the certificate is for. */
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** True when the certificate is for the host that was asked for. */
  readonly isForHost: boolean;
  /** Why the chain of signatures is not trusted, as OpenSSL names it; null when it is. */
  readonly trustError: string | null;
}

/** A mismatch of names is reported separately: it does not concern trust. */
const NAME_MISMATCH = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** The report on an open connection, whether or not its certificate is valid. `host` is a name or an IP address. */
export function reportTls(socket: TLSSocket, host: string): TlsReport {
  const certificate = socket.getPeerCertificate();
  // Node sets the code, although its types do not have it.
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
