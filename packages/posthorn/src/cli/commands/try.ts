import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { Environment } from '../../config/load-settings.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import { openMailbox } from '../../trial/open-mailbox.ts';
import { startTrial, type Trial } from '../../trial/start-trial.ts';
import { createTrialNetwork } from '../../trial/trial-network.ts';
import type { TokenQuestion, TrialPerson, TrialQuestion } from '../../trial/trial-person.ts';
import { usageError } from '../command-error.ts';
import { findSecret } from '../find-secret.ts';
import { print, requireDirectory } from '../installation.ts';
import { minutesOf, readRedirect, requestTokenInTime } from '../oauth-sign-in.ts';
import { openBrowser } from '../open-browser.ts';
import { printable } from '../printable.ts';
import { processEnvironment } from '../process-environment.ts';
import { isTerminal } from '../questions/open-questions.ts';
import { askSecret, createTerminalQuestions } from '../questions/terminal-questions.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { serveDemo } from './demo.ts';

/** Flags of `posthorn try`. */
export interface TryFlags extends RootFlags {
  readonly demo?: boolean;
  readonly port?: string;
  /** `--no-open`. */
  readonly open: boolean;
  readonly passwordStdin?: boolean;
  /** Signs in to likely or guessed servers too. */
  readonly yes?: boolean;
  readonly allowPrivate?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly redirectUri: string;
}

const STOP_TIMEOUT_MS = 5_000;
const SIGN_IN_SECONDS = 600;

/** Serves a person's own mailbox until a signal. Rejects with TrialFailure. */
export async function runTry(address: string | undefined, flags: TryFlags): Promise<void> {
  if (flags.demo === true) {
    const demo = await serveDemo({ port: flags.port });
    if (flags.open) openBrowser(demo.address);
    return;
  }
  if (address === undefined)
    throw usageError('Name your e-mail address, or --demo for a mailbox to play with.');
  const environment = processEnvironment();
  const rootDirectory = await requireDirectory(flags.root);
  const settingsFile = await findSettingsFile(rootDirectory, flags.settingsFile);
  const configuration = await loadConfiguration({ rootDirectory, settingsFile, environment });
  print(`Looking for the mail servers of ${address}.`);
  const opened = await openMailbox(
    {
      ...{ address, configuration, network: createTrialNetwork(configuration) },
      person: createPerson(flags, environment),
    },
    new AbortController().signal,
  );
  const trial = await startTrial({ ...opened, port: flags.port, extraRoots: configuration.extraRoots });
  stopOnSignal({ close: trial.close, timeoutMs: STOP_TIMEOUT_MS });
  process.stdout.write(describeTrial(address, trial));
  if (flags.open) openBrowser(trial.pageUrl.reveal());
}

function createPerson(flags: TryFlags, environment: Environment): TrialPerson {
  return {
    tell: (line) => print(printable(line)),
    confirm: (question) => confirm(question, flags),
    askPassword: (user) => askPassword(user, { flags, environment }),
    requestToken: (question, signal) => signInByOAuth(question, { flags, environment }, signal),
  };
}

const QUESTIONS = {
  likely: {
    flag: '--yes',
    ask: (hosts: string) => `It is likely, and not certain, that ${hosts} has this mailbox. Sign in there`,
  },
  guess: { flag: '--yes', ask: (hosts: string) => `Nobody has named ${hosts}, which answers. Sign in there` },
  private: {
    flag: '--allow-private',
    ask: (hosts: string) => `${hosts} has an address of a private network. Connect to it`,
  },
} as const satisfies Record<TrialQuestion['kind'], { flag: string; ask: (hosts: string) => string }>;

async function confirm({ kind, hosts }: TrialQuestion, flags: TryFlags): Promise<boolean> {
  const { flag, ask } = QUESTIONS[kind];
  if (kind === 'private' ? flags.allowPrivate : flags.yes) return true;
  const message = printable(ask(hosts));
  if (flags.passwordStdin !== true && isTerminal()) {
    return createTerminalQuestions().confirm({ message, flag, isYesDefault: true });
  }
  throw usageError(`${message}? ${flag} says yes.`);
}

interface SecretContext {
  readonly flags: TryFlags;
  readonly environment: Environment;
}

async function askPassword(user: string, { flags, environment }: SecretContext): Promise<Secret> {
  const isPiped = flags.passwordStdin === true;
  const message = `Password of ${printable(user)} (it is not stored)`;
  const ask = isTerminal() ? () => askSecret({ message, flag: PASSWORD_FLAG }) : null;
  const file = isPiped ? '-' : undefined;
  const password = await findSecret('password', { file, flag: PASSWORD_FLAG, environment, ask });
  if (password === null)
    throw usageError(`There is no password: type it at a terminal, or send it to ${PASSWORD_FLAG}.`);
  return password;
}

const PASSWORD_FLAG = '--password-stdin';

async function signInByOAuth(
  { provider, user }: TokenQuestion,
  { flags, environment }: SecretContext,
  signal: AbortSignal,
): Promise<Secret | null> {
  const clientId = flags.clientId ?? provider.clientId;
  if (clientId === undefined) return null;
  const clientSecret = await findSecret('clientSecret', { file: flags.clientSecretFile, environment });
  const redirect = readRedirect(flags.redirectUri);
  const request = {
    ...{ provider, clientId, clientSecret, user, flow: null, redirect, tell: print },
    ...(flags.open && { open: openBrowser }),
  };
  const { token, lifetimeSeconds } = await requestTokenInTime(request, SIGN_IN_SECONDS, signal);
  if (lifetimeSeconds !== null) {
    print(`The sign-in is good for ${minutesOf(lifetimeSeconds)}. After that, run this again.`);
  }
  return token;
}

function describeTrial(user: string, { address, apiUrl, accountId, token, pageUrl }: Trial): string {
  const curl = `curl -sg -H 'Authorization: Bearer ${token.reveal()}'`;
  const account = `${apiUrl}/MailAccounts/${accountId}`;
  const inbox = `${account}/MailFolders/INBOX`;
  return `${printable(user)} is signed in.

Your mail in a browser; the address opens it once:
  ${pageUrl.reveal()}

Your mail for programs, as long as this runs (the whole API: ${address}/docs):
  ${curl} '${apiUrl}/MailAccounts'
  ${curl} '${account}/MailFolders'
  ${curl} '${inbox}/MessageItems?page[limit]=5&fields[MessageItem]=subject,from,date,previewText'
  ${curl} '${account}/MessageItems?filter[subject]=invoice&page[limit]=5'
  ${curl} -N '${inbox}/events'

Nothing is stored. Stop it with Ctrl-C.
`;
}
