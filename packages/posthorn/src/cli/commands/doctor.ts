/** `posthorn doctor`: says what keeps a mail account from working, and what to change. */
import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { Check } from '../../doctor/check.ts';
import { startExamination } from '../../doctor/start-examination.ts';
import { findPassword } from '../account-password.ts';
import { EXIT_CODES } from '../command-error.ts';
import { isHealthy, renderCheck, renderJson, renderSummary } from '../doctor-report.ts';
import { print, requireDirectory } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import { isTerminal } from '../questions/open-questions.ts';
import { askSecret } from '../questions/terminal-questions.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/** The flags of `posthorn doctor`. */
export interface DoctorFlags extends RootFlags {
  readonly user?: string;
  readonly passwordFile?: string;
  readonly json?: boolean;
}

const PASSWORD_HINT =
  'The logins were not tried: there was no password (--password-file, POSTHORN_PASSWORD, or type it at a terminal).';
const USER_HINT = 'The logins were not tried: name an e-mail address, or the user of this entry by --user.';

/** Prints one line for each check at once, or one JSON document. Exit code 1 when there is a problem. */
export async function runDoctor(subject: string, flags: DoctorFlags): Promise<void> {
  const environment = processEnvironment();
  const rootDirectory = await requireDirectory(flags.root);
  const configuration = await loadConfiguration({
    rootDirectory,
    settingsFile: await findSettingsFile(rootDirectory, flags.settingsFile),
    environment,
  });
  const user = flags.user ?? (subject.includes('@') ? subject : null);
  const ask = user !== null && flags.json !== true && isTerminal() ? () => askPassword(user) : null;
  const password = await findPassword({ file: flags.passwordFile, environment, ask });

  const checks: Check[] = [];
  const examination = { configuration, subject, user: flags.user ?? null, password };
  for await (const check of startExamination(examination, new AbortController().signal)) {
    checks.push(check);
    if (flags.json !== true) print(renderCheck(check));
  }
  if (flags.json === true) print(renderJson(subject, checks));
  else {
    print(`\n${renderSummary(checks)}`);
    if (user === null) print(USER_HINT);
    else if (password === null) print(PASSWORD_HINT);
  }
  if (!isHealthy(checks)) process.exitCode = EXIT_CODES.failure;
}

function askPassword(user: string): Promise<string> {
  return askSecret({ message: `Password of ${user} (empty: no login)`, flag: '--password-file' });
}
