import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import type { OAuthProvider } from '../../domain/logins/oauth-provider.ts';
import { usageError } from '../command-error.ts';
import { findSecret } from '../find-secret.ts';
import { print, requireDirectory } from '../installation.ts';
import { minutesOf, readRedirect, requestTokenInTime } from '../oauth-sign-in.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/** Flags of `posthorn oauth:token`. */
export interface OAuthTokenFlags extends RootFlags {
  readonly device?: boolean;
  readonly user?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly redirectUri: string;
  readonly timeout: string;
}

const MAX_TIMEOUT_SECONDS = 3600;

/** Signs a user in; standard output gets only the token. */
export async function runOAuthToken(id: string, flags: OAuthTokenFlags): Promise<void> {
  const environment = processEnvironment();
  const rootDirectory = await requireDirectory(flags.root);
  const settingsFile = await findSettingsFile(rootDirectory, flags.settingsFile);
  const { mailServers } = await loadConfiguration({ rootDirectory, settingsFile, environment });
  const { provider, clientId } = requireClient(id, { mailServers, clientId: flags.clientId });
  const seconds = readTimeout(flags.timeout);
  const request = {
    ...{ provider, clientId, user: flags.user ?? null },
    clientSecret: await findSecret('clientSecret', { file: flags.clientSecretFile, environment }),
    flow: flags.device === true ? ('device' as const) : null,
    redirect: readRedirect(flags.redirectUri),
    tell,
  };
  const { token, lifetimeSeconds } = await requestTokenInTime(request, seconds);
  if (lifetimeSeconds !== null) tell(`Here is the token. It is good for ${minutesOf(lifetimeSeconds)}.`);
  print(token.reveal());
}

function requireClient(
  id: string,
  sources: { readonly mailServers: readonly MailServerEntry[]; readonly clientId: string | undefined },
): { readonly provider: OAuthProvider; readonly clientId: string } {
  const { mailServers } = sources;
  const entry = mailServers.find((each) => each.id === id);
  if (entry === undefined) {
    const ids = mailServers.map((each) => each.id).join(', ') || 'none';
    throw usageError(`There is no entry "${id}" in app/config/imapserver.js; its entries are ${ids}.`);
  }
  if (entry.oauth === undefined) throw usageError(`The entry "${id}" has no oauth: see docs/oauth.md.`);
  const clientId = sources.clientId ?? entry.oauth.clientId;
  if (clientId === undefined) {
    throw usageError(
      `The entry "${id}" has no clientId: register an application, and name it there or by --client-id.`,
    );
  }
  return { provider: entry.oauth, clientId };
}

function readTimeout(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw usageError(`--timeout: expected an integer from 1 to ${MAX_TIMEOUT_SECONDS}.`);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
