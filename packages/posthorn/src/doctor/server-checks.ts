import { isIP } from 'node:net';
import { type LineConnection, openLineConnection } from '../adapters/network/line-connection.ts';
import type { HostPolicy } from '../application/ports/host-policy.ts';
import type { DnsRecords } from '../application/ports/network/dns-records.ts';
import type { AccountOrigin } from '../domain/accounts/mail-account.ts';
import { checkCertificate } from './certificate-checks.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';
import { explainFailure, explainOtherProtocol, type Stage } from './connection-failure.ts';
import { type Features, protocolOfGreeting } from './conversation.ts';
import type { ProbedServer } from './probed-server.ts';

/** Context of server checks. */
export interface ProbeTools {
  readonly dns: DnsRecords;
  readonly hostPolicy: HostPolicy;
  /** PEM texts besides Node's roots. */
  readonly extraRoots: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly origin: AccountOrigin;
  /** For the connection, TLS, and each line. */
  readonly answerTimeoutMs: number;
  /** APP_TELL_CLIENT_ADDRESS; undefined for clients' servers. */
  readonly isClientTold?: boolean;
}

const MAX_SHOWN_CHARACTERS = 120;
/** Servers greet at once. */
const PLAIN_GREETING_MS = 1_000;

/** Checks step by step without a login. Returns features; null for an unusable server. */
export async function* checkServer(
  server: ProbedServer,
  tools: ProbeTools,
  signal: AbortSignal,
): Checks<Features | null> {
  const isKnown = yield* checkAddresses(server, tools);
  if (!isKnown) return null;
  const visit = new Visit(server, tools);
  try {
    yield* visit.connect(signal);
    return yield* visit.talk();
  } catch (error) {
    if (error instanceof Stop) return null;
    signal.throwIfAborted();
    const spoken = await visit.askPlainly(signal);
    const explanation = explainFailure(error, { stage: visit.stage, server, spoken });
    yield problem(`${server.kind} ${visit.stage}`, explanation);
    return null;
  } finally {
    visit.leave();
  }
}

/** Dovecot delays sign-ins from often failing addresses. */
function oneAddress(): Check {
  return warning('IMAP client address', {
    finding:
      'Dovecot takes all users for one client, and delays everybody while one of them guesses passwords.',
    advice:
      'Set APP_TELL_CLIENT_ADDRESS=true, and name the address of Posthorn in login_trusted_networks of Dovecot.',
  });
}

/** Ends checks after a reported problem. */
class Stop extends Error {}

async function* checkAddresses(
  { kind, host, entryKeys }: ProbedServer,
  { dns }: ProbeTools,
): Checks<boolean> {
  if (isIP(host) !== 0) return true;
  const check = `${kind} host`;
  const addresses = await dns.addresses(host).catch(() => null);
  if (addresses === null) {
    yield problem(check, {
      finding: `No name server answers the question for ${host}.`,
      advice: 'Check the DNS of this machine.',
    });
  } else if (addresses.length === 0) {
    yield problem(check, {
      finding: `${host} has no address.`,
      advice: `Correct ${entryKeys.address} in the entry.`,
    });
  } else {
    yield ok(check, `${host} has the address ${addresses.join(', ')}.`);
  }
  return addresses !== null && addresses.length > 0;
}

class Visit {
  stage: Stage = 'connection';
  readonly #server: ProbedServer;
  readonly #tools: ProbeTools;
  #connection: LineConnection | undefined;

  constructor(server: ProbedServer, tools: ProbeTools) {
    this.#server = server;
    this.#tools = tools;
  }

  async *connect(signal: AbortSignal): Checks {
    const { kind, host: name, port } = this.#server;
    const { hostPolicy, extraRoots, now, origin, answerTimeoutMs: timeoutMs } = this.#tools;
    const start = now();
    const host = await hostPolicy.vet({ host: name, port, origin }, signal);
    this.#connection = await openLineConnection({ host, extraRoots, timeoutMs }, signal);
    yield ok(`${kind} connection`, `${name}, port ${port} (${host.address}), in ${now() - start} ms.`);
  }

  async *talk(): Checks<Features> {
    const { kind, security, conversation } = this.#server;
    if (security === 'implicit-tls') yield* this.#startTls();
    this.stage = 'greeting';
    const { text, protocol, isWelcome } = await conversation.greet(this.#open());
    const shown = `"${text.slice(0, MAX_SHOWN_CHARACTERS)}"`;
    if (protocol !== null && protocol !== kind) {
      yield problem(`${kind} greeting`, explainOtherProtocol(protocol, this.#server));
      throw new Stop();
    }
    if (!isWelcome) {
      const advice = 'Ask the operator of the server, or correct the port: another service may be behind it.';
      yield problem(`${kind} greeting`, { finding: `The server does not let us in: ${shown}.`, advice });
      throw new Stop();
    }
    yield ok(`${kind} greeting`, `${shown}.`);
    if (kind === 'IMAP' && /dovecot/i.test(text) && this.#tools.isClientTold === false) yield oneAddress();
    this.stage = 'conversation';
    const features = await conversation.askFeatures(this.#open());
    return security === 'implicit-tls' ? features : yield* this.#upgrade(features);
  }

  /** Protocol without TLS, or null. */
  async askPlainly(signal: AbortSignal): Promise<'IMAP' | 'SMTP' | null> {
    if (this.stage !== 'TLS' || this.#server.security !== 'implicit-tls') return null;
    const { host: name, port } = this.#server;
    const { hostPolicy, extraRoots, origin, answerTimeoutMs } = this.#tools;
    const timeoutMs = Math.min(answerTimeoutMs, PLAIN_GREETING_MS);
    try {
      const host = await hostPolicy.vet({ host: name, port, origin }, signal);
      const connection = await openLineConnection({ host, extraRoots, timeoutMs }, signal);
      const line = await connection.readLine().finally(() => connection.close());
      return protocolOfGreeting(line);
    } catch {
      return null;
    }
  }

  leave(): void {
    if (!this.#connection) return;
    this.#server.conversation.sayGoodbye(this.#connection);
    this.#connection.close();
  }

  /** Features may differ after STARTTLS. */
  async *#upgrade(features: Features): Checks<Features> {
    const { kind, host, security, conversation, entryKeys } = this.#server;
    const check = `${kind} STARTTLS`;
    const isOffered = features.has('STARTTLS') && (await conversation.requestTls(this.#open()));
    if (isOffered) {
      yield ok(check, 'It is offered.');
      yield* this.#startTls();
      this.stage = 'conversation';
      return conversation.askFeatures(this.#open());
    }
    const finding = `${host} does not offer it`;
    const advice = `Set ${entryKeys.toImplicitTls}, if the server has that.`;
    if (security === 'starttls') {
      yield problem(check, { finding: `${finding}, and the entry asks for it.`, advice });
      throw new Stop();
    }
    yield warning(check, {
      finding: `${finding}: passwords and mail cross the network for everybody to read.`,
      advice,
    });
    return features;
  }

  async *#startTls(): Checks {
    this.stage = 'TLS';
    const report = await this.#open().startTls();
    const { now, extraRoots } = this.#tools;
    const hasExtraRoots = extraRoots.length > 0;
    const checks = checkCertificate(this.#server, { report, now: now(), hasExtraRoots });
    yield* checks;
    if (checks.some(({ outcome }) => outcome === 'problem')) throw new Stop();
  }

  #open(): LineConnection {
    if (!this.#connection) throw new Error('Talking comes after connecting.');
    return this.#connection;
  }
}
