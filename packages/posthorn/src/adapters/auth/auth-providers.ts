/** The auth providers of this installation by the names that AUTH_PROVIDER knows. */
import type { AuthProvider } from '../../application/ports/auth-provider.ts';
import type { MailServerEntry } from '../../domain/mail-server-entry.ts';
import { createLocalMailAccount } from './local-mail-account.ts';
import { createSingleImapUser } from './single-imap-user.ts';

/** What a provider may be made from. */
export interface AuthProviderDependencies {
  /** The mail servers of the configuration as it is now, in its order. */
  readonly mailServers: () => readonly MailServerEntry[];
}

/** One factory per provider. */
export const authProviders = {
  'local-mail-account': () => createLocalMailAccount(),
  'single-imap-user': ({ mailServers }) => createSingleImapUser(mailServers),
} as const satisfies Readonly<Record<string, (dependencies: AuthProviderDependencies) => AuthProvider>>;

export type AuthProviderName = keyof typeof authProviders;

/** The provider of that name. */
export function createAuthProvider(
  name: AuthProviderName,
  dependencies: AuthProviderDependencies,
): AuthProvider {
  return authProviders[name](dependencies);
}
