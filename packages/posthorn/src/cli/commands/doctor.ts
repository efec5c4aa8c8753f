import { loadConfiguration } from '../../composition/load-configuration.ts';
import { openStoreTools } from '../../composition/store-tools.ts';
import type { Environment } from '../../config/load-settings.ts';
import type { Check, Checks } from '../../doctor/check.ts';
import type { SignInSecret } from '../../doctor/examine.ts';
import { startExamination } from '../../doctor/start-examination.ts';
import { examineStore } from '../../doctor/store-checks.ts';
import { EXIT_CODES, usageError } from '../command-error.ts';
import { isHealthy, renderCheck, renderJson, renderSummary } from '../doctor-report.ts';
import { findSecret } from '../find-secret.ts';
import { print, requireDirectory } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import { isTerminal } from '../questions/open-questions.ts';
import { askSecret } from '../questions/terminal-questions.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/** Flags of `posthorn doctor`. */
export interface DoctorFlags extends RootFlags {
  readonly user?: string;
  readonly passwordFile?: string;
  readonly tokenFile?: string;
  readonly json?: boolean;
}

const SECRET_HINT =
  'The logins were not tried: there was no password (--password-file, POSTHORN_PASSWORD, or type it at a terminal) and no token (--token-file, POSTHORN_TOKEN).';
const USER_HINT = 'The logins were not tried: name an e-mail address, or the user of this entry by --user.';

/** Prints a line per check, or one JSON document. Exit code 1 for a problem. */
export async function runDoctor(subject: string, flags: DoctorFlags): Promise<void> {
  const environment = processEnvironment();
  const rootDirectory = await requireDirectory(flags.root);
  const configuration = await loadConfiguration({
    rootDirectory,
    settingsFile: await findSettingsFile(rootDirectory, flags.settingsFile),
    environment,
  });
  const user = flags.user ?? (subject.includes('@') ? subject : null);
  const secret = await findSignInSecret({ user, flags, environment });

  const checks: Check[] = [];
  const examination = { configuration, subject, user: flags.user ?? null, secret };
  for await (const check of checksOf(examination)) {
    checks.push(check);
    if (flags.json !== true) print(renderCheck(check));
  }
  if (flags.json === true) print(renderJson(subject, checks));
  else {
    print(`\n${renderSummary(checks)}`);
    if (user === null) print(USER_HINT);
    else if (secret === null) print(SECRET_HINT);
  }
  if (!isHealthy(checks)) process.exitCode = EXIT_CODES.failure;
}

/** The database first: it needs no network. */
async function* checksOf(examination: Parameters<typeof startExamination>[0]): Checks {
  yield* await examineStore(await openStoreTools(examination.configuration));
  yield* startExamination(examination, new AbortController().signal);
}

interface SecretRequest {
  readonly user: string | null;
  readonly flags: DoctorFlags;
  readonly environment: Environment;
}

/** Prefers tokens to passwords, flags to variables. */
async function findSignInSecret({ user, flags, environment }: SecretRequest): Promise<SignInSecret | null> {
  const { passwordFile, tokenFile, json } = flags;
  if (passwordFile !== undefined && tokenFile !== undefined) {
    throw usageError('Give a password or a token: --password-file and --token-file are two logins.');
  }
  if (passwordFile === undefined) {
    const token = await findSecret('token', { file: tokenFile, environment });
    if (token !== null) return { kind: 'bearer', secret: token };
  }
  const ask = user !== null && json !== true && isTerminal() ? () => askPassword(user) : null;
  const password = await findSecret('password', { file: passwordFile, environment, ask });
  return password === null ? null : { kind: 'password', secret: password };
}

function askPassword(user: string): Promise<string> {
  return askSecret({ message: `Password of ${user} (empty: no login)`, flag: '--password-file' });
}
