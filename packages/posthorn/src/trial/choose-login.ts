import type { Configuration } from '../composition/services.ts';
import { loadTemplateEntries } from '../config/mail-server-entries.ts';
import { knownAdvice } from '../doctor/provider-advice.ts';
import type { OAuthProvider } from '../domain/logins/oauth-provider.ts';
import type { Secret } from '../domain/logins/secret.ts';
import type { TrialInbox } from './mailbox-servers.ts';
import { TrialFailure } from './trial-failure.ts';
import type { TrialPerson } from './trial-person.ts';

/** Password or token. */
export interface TrialSecret {
  readonly kind: 'password' | 'bearer';
  readonly secret: Secret;
}

interface LoginContext {
  readonly configuration: Pick<Configuration, 'mailServers'>;
  readonly person: TrialPerson;
}

/** A token if provider and client support it, else a password. Throws TrialFailure for neither. */
export async function chooseLogin(
  { server, user, mechanisms }: TrialInbox,
  { configuration, person }: LoginContext,
  signal: AbortSignal,
): Promise<TrialSecret> {
  const { host } = server;
  const provider = mechanisms.includes('oauth') ? await findProvider(host, configuration) : undefined;
  const token = provider && (await person.requestToken({ provider, user }, signal));
  if (token) return { kind: 'bearer', secret: token };
  const advice = knownAdvice(host, 'password-refused');
  if (!mechanisms.includes('password')) {
    throw new TrialFailure([
      `${host} takes no passwords, but OAuth tokens. ${advice ?? ''}`.trim(),
      'Register an application at the provider (docs/oauth.md), and try again with --client-id.',
    ]);
  }
  if (advice !== undefined) person.tell(advice);
  return { kind: 'password', secret: await person.askPassword(user) };
}

/** Prefers the operator's entry to the template. */
async function findProvider(
  host: string,
  { mailServers }: LoginContext['configuration'],
): Promise<OAuthProvider | undefined> {
  const entries = [...mailServers, ...(await loadTemplateEntries())];
  return entries.find((entry) => entry.inbox.host === host && entry.oauth !== undefined)?.oauth;
}
