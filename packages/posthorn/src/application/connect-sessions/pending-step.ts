import type {
  DiscoveryConfidence,
  DiscoverySource,
  FoundServers,
} from '../../domain/accounts/mail-server-discovery.ts';
import type { PublishedServer } from '../../domain/accounts/mail-servers.ts';
import { connectSessionBinding } from '../../domain/accounts/secret-bindings.ts';
import type { SealedSecret } from '../../domain/logins/sealed-secret.ts';
import { Secret } from '../../domain/logins/secret.ts';
import { SealedSecretError, type SecretBox } from '../ports/state/secret-box.ts';

/** An address's preferred servers. */
export interface PendingServers {
  readonly incoming: PublishedServer | null;
  readonly outgoing: PublishedServer | null;
  readonly source: DiscoverySource | null;
  readonly confidence: DiscoveryConfidence | null;
}

/** A sign-in at a provider. Digests are base64url SHA-256. */
export interface PendingSignIn {
  readonly provider: string;
  readonly state: string;
  /** The browser cookie's digest. */
  readonly browser: string;
  readonly redirectUri: string;
  /** PKCE verifier and nonce. */
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** The page's state between requests. */
export interface PendingStep {
  readonly address: string;
  readonly servers: PendingServers | null;
  readonly signIn: PendingSignIn | null;
}

/** The preferred servers. */
export function preferredServers({ incoming, outgoing, source, confidence }: FoundServers): PendingServers {
  return { incoming: incoming[0] ?? null, outgoing: outgoing[0] ?? null, source, confidence };
}

/** Seals the step for its session. */
export function sealStep(
  step: PendingStep,
  { session, secretBox }: { readonly session: string; readonly secretBox: SecretBox },
): SealedSecret {
  return secretBox.seal(new Secret(JSON.stringify(step)), connectSessionBinding(session));
}

/** Opens the step. Null for none, or one of another release or lost key. */
export function openStep(
  sealed: SealedSecret | null,
  { session, secretBox }: { readonly session: string; readonly secretBox: SecretBox },
): PendingStep | null {
  if (sealed === null) return null;
  try {
    const step: unknown = JSON.parse(secretBox.open(sealed, connectSessionBinding(session)).reveal());
    return isStep(step) ? step : null;
  } catch (error) {
    if (error instanceof SealedSecretError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isStep(value: unknown): value is PendingStep {
  return (
    isRecord(value) &&
    typeof value.address === 'string' &&
    (value.servers === null || isServers(value.servers)) &&
    (value.signIn === null || isSignIn(value.signIn))
  );
}

function isServers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { incoming, outgoing, source, confidence } = value;
  return (
    [incoming, outgoing].every((server) => server === null || isServer(server)) &&
    [source, confidence].every((text) => text === null || typeof text === 'string')
  );
}

function isServer(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['protocol', 'host', 'security', 'user'].every((name) => typeof value[name] === 'string') &&
    Number.isInteger(value.port) &&
    Array.isArray(value.mechanisms)
  );
}

function isSignIn(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['provider', 'state', 'browser', 'redirectUri', 'secret'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    typeof value.endsAt === 'number'
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
