/** `posthorn oauth:token`: gets an access token for a mail server, and prints nothing else to the standard output. */
import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { MailServerEntry } from '../../domain/mail-server-entry.ts';
import type { OAuthProvider } from '../../domain/oauth-provider.ts';
import { requestToken } from '../../oauth/request-token.ts';
import { SignInFailure } from '../../oauth/sign-in-failure.ts';
import type { IssuedToken } from '../../oauth/token-request.ts';
import { usageError } from '../command-error.ts';
import { findSecret } from '../find-secret.ts';
import { print, requireDirectory, warn } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/** The flags of `posthorn oauth:token`. */
export interface OAuthTokenFlags extends RootFlags {
  readonly device?: boolean;
  readonly user?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly redirectUri: string;
  readonly timeout: string;
}

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 3600;

/** Signs a person in as the entry defines. Messages go to standard error, and the token alone to standard output. */
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
  const deadline = AbortSignal.timeout(seconds * SECOND_MS);
  const issued = await requestToken(request, deadline).catch((error: unknown) => {
    throw deadline.aborted ? new SignInFailure(`Nobody has signed in within ${seconds} s.`) : error;
  });
  describe(issued);
  print(issued.token.reveal());
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

/** The host is this machine, and a browser brings nothing in a fragment (RFC 8252 §7.3, §8.3). */
function readRedirect(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere =
    url !== null &&
    url.protocol === 'http:' &&
    ['127.0.0.1', 'localhost'].includes(url.hostname) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (!isHere)
    throw usageError('--redirect-uri: expected http://127.0.0.1 or http://localhost, and no query.');
  return url;
}

function readTimeout(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw usageError(`--timeout: expected an integer from 1 to ${MAX_TIMEOUT_SECONDS}.`);
}

function describe({ lifetimeSeconds, missingScopes }: IssuedToken): void {
  if (missingScopes.length > 0) warn(`The token does not have the scope ${missingScopes.join(' ')}.`);
  if (lifetimeSeconds !== null) {
    tell(`Here is the token. It is good for ${Math.round(lifetimeSeconds / MINUTE_SECONDS)} minutes.`);
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
