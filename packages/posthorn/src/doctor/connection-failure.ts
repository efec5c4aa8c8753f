import type { Explanation } from './check.ts';
import type { ProbedServer } from './probed-server.ts';

export type Stage = 'connection' | 'TLS' | 'greeting' | 'conversation';

const OLD_TLS = new Set(['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION']);
const NO_TLS = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_RECORD_TOO_LARGE',
]);
const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** A failure's stage and server. */
export interface FailureContext {
  readonly stage: Stage;
  readonly server: ProbedServer;
  /** Protocol without TLS, if known. */
  readonly spoken: ProbedServer['kind'] | null;
}

/** Explains swapped ports: a server of the other protocol. */
export function explainOtherProtocol(
  spoken: ProbedServer['kind'],
  { kind, host, port, entryKeys }: ProbedServer,
): Explanation {
  return {
    finding: `Port ${port} of ${host} is one of ${spoken}, and the entry has it for ${kind}.`,
    advice: `Correct ${entryKeys.port}.`,
  };
}

/** Explains a failed connection. */
export function explainFailure(error: unknown, { stage, server, spoken }: FailureContext): Explanation {
  const code = String((error as NodeJS.ErrnoException)?.code ?? 'an error without a code');
  if (stage === 'connection') return explainConnection(code, server);
  if (spoken !== null && spoken !== server.kind) return explainOtherProtocol(spoken, server);
  if (stage === 'TLS') return explainTls(code, server);
  return explainSilence(code, stage, server);
}

function explainConnection(code: string, { host, port, entryKeys }: ProbedServer): Explanation {
  if (code === 'ECONNREFUSED') {
    return {
      finding: `Nothing takes connections at ${host}, port ${port}.`,
      advice: `Correct ${entryKeys.port} or ${entryKeys.address} in the entry, or start the server.`,
    };
  }
  if (NO_ROUTE.has(code)) {
    return {
      finding: `There is no way from here to ${host} (${code}).`,
      advice: 'Check the network of this machine, and whether it has IPv6 where the server has nothing else.',
    };
  }
  return {
    finding: `${host}, port ${port}, does not answer (${code}).`,
    advice: `Open the firewall for outgoing connections to port ${port}, or correct ${entryKeys.port}.`,
  };
}

function explainTls(code: string, { host, port, security, entryKeys }: ProbedServer): Explanation {
  const isImplicit = security === 'implicit-tls';
  if (OLD_TLS.has(code)) {
    return {
      finding: `${host} offers only versions of TLS before 1.2, which are not safe.`,
      advice: 'Ask the operator of the server to switch TLS 1.2 or 1.3 on.',
    };
  }
  if (isImplicit && code === 'ETIMEDOUT') {
    return {
      finding: `${host}, port ${port}, takes the connection and says nothing, neither with TLS nor without.`,
      advice: `Correct ${entryKeys.port}, or look for a firewall in between.`,
    };
  }
  if (isImplicit && NO_TLS.has(code)) {
    return {
      finding: `Port ${port} of ${host} does not speak TLS from the start.`,
      advice: `Set ${entryKeys.toStartTls}; or correct ${entryKeys.port}.`,
    };
  }
  return {
    finding: `${host} and Posthorn do not agree on TLS (${code}).`,
    advice: 'Ask the operator of the server which TLS versions and certificates it is set up with.',
  };
}

function explainSilence(
  code: string,
  stage: Stage,
  { host, port, security, entryKeys }: ProbedServer,
): Explanation {
  const isQuiet = stage === 'greeting' && security !== 'implicit-tls';
  if (isQuiet && (code === 'ETIMEDOUT' || code === 'ECONNRESET')) {
    return {
      finding: `${host}, port ${port}, takes the connection and says nothing: it probably expects TLS from the start.`,
      advice: `Set ${entryKeys.toImplicitTls}; or correct ${entryKeys.port}.`,
    };
  }
  return {
    finding: `The conversation with ${host} broke off (${code}).`,
    advice: 'Try again later; if it stays, ask the operator of the server.',
  };
}
