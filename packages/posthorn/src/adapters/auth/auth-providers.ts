import type { AuthProvider } from '../../application/ports/auth-provider.ts';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import { createLocalMailAccount } from './local-mail-account.ts';
import { createSingleImapUser } from './single-imap-user.ts';

/** Provider sources. */
export interface AuthProviderDependencies {
  /** Current, in order. */
  readonly mailServers: () => readonly MailServerEntry[];
}

/** Providers by name in AUTH_PROVIDER. */
export const authProviders = {
  'local-mail-account': () => createLocalMailAccount(),
  'single-imap-user': ({ mailServers }) => createSingleImapUser(mailServers),
} as const satisfies Readonly<Record<string, (dependencies: AuthProviderDependencies) => AuthProvider>>;

export type AuthProviderName = keyof typeof authProviders;

/** The named provider. */
export function createAuthProvider(
  name: AuthProviderName,
  dependencies: AuthProviderDependencies,
): AuthProvider {
  return authProviders[name](dependencies);
}
