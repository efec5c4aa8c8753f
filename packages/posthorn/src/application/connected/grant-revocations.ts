import { grantBinding } from '../../domain/accounts/secret-bindings.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { OAuthClientProvider } from '../../domain/logins/oauth-client.ts';
import { mapConcurrently } from '../messages/limited-concurrency.ts';
import type { AuthorizationServers } from '../ports/network/authorization-servers.ts';
import { SealedSecretError, type SecretBox } from '../ports/state/secret-box.ts';
import type { ErasedGrant } from './erased-logins.ts';

/** Dependencies. */
export interface RevocationDependencies {
  readonly providers: () => readonly OAuthClientProvider[];
  readonly servers: Pick<AuthorizationServers, 'revoke'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
}

const AT_ONCE = 8;
const LIMIT_MS = 2 * 60_000;

/**
 * Ends erased grants at their providers within two minutes. Returns their number. Does not ask a failing
 * provider again, which leaves time for others.
 */
export async function revokeGrants(
  grants: readonly ErasedGrant[],
  dependencies: RevocationDependencies,
  limitMs = LIMIT_MS,
): Promise<number> {
  const signal = AbortSignal.timeout(limitMs);
  const failed = new Set<string>();
  const outcomes = await mapConcurrently(grants, {
    maxConcurrent: AT_ONCE,
    async work(erased) {
      const { provider } = erased.grant;
      if (signal.aborted || failed.has(provider)) return 'left';
      const outcome = await revoke(erased, dependencies, signal);
      if (outcome === 'failed') failed.add(provider);
      return outcome;
    },
  });
  return outcomes.filter((outcome) => outcome === 'revoked').length;
}

async function revoke(
  { account, grant }: ErasedGrant,
  { providers, servers, secretBox }: RevocationDependencies,
  signal: AbortSignal,
): Promise<'revoked' | 'left' | 'failed'> {
  const provider = providers().find(({ id }) => id === grant.provider);
  if (provider === undefined) return 'left';
  try {
    const token = secretBox.open(grant.refreshToken, grantBinding(account, 'refreshToken'));
    return (await servers.revoke(provider, token, signal)) ? 'revoked' : 'left';
  } catch (error) {
    if (error instanceof SealedSecretError) return 'left';
    if (error instanceof MailError || signal.aborted) return 'failed';
    throw error;
  }
}
