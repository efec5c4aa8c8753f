import { settingRows } from '../../config/settings.ts';
import { usageError } from '../command-error.ts';
import { askMailServers, refuseMailServers } from './ask-mail-servers.ts';
import { askPath } from './ask-path.ts';
import type { Dialogue, DialogueContext } from './dialogue.ts';
import { presentOrDefault, readAnswer, readFlag } from './setting-answer.ts';

const PROVIDERS = [
  {
    value: 'single-imap-user',
    label: 'single-imap-user',
    meaning: 'users sign in to the mail servers of app/config/imapserver.js',
  },
  { value: 'local-mail-account', label: 'local-mail-account', meaning: 'clients name the mail server' },
];
const PROVIDER_FLAG = '--auth-provider';
const readProvider = (text: string) => readAnswer('authProvider', text);

export const askApi: Dialogue = async (context) => {
  const emailPath = await askPath(context, {
    name: 'emailPath',
    message: 'Path of the email service',
    flag: '--email-path',
    takenPath: null,
  });
  const provider = await askProvider(context);
  const changes = new Map<string, string | null>([
    [settingRows.emailPath.key, emailPath],
    [settingRows.authProvider.key, provider],
  ]);
  if (provider === 'single-imap-user') {
    refuseMailServers(context);
    return changes.set(settingRows.authPath.key, await askAuthPath(context, emailPath));
  }
  changes.set(settingRows.authPath.key, noAuthPath(context));
  const { key } = settingRows.mailHostsOnly;
  const servers = await askMailServers(context);
  return servers === null && !context.present.has(key) ? changes : changes.set(key, servers);
};

async function askProvider({ questions, flags, present }: DialogueContext): Promise<string> {
  const text = flags.authProvider;
  if (text !== undefined) return readFlag({ flag: PROVIDER_FLAG, text, read: readProvider });
  return questions.choose({
    message: 'Authentication provider',
    flag: PROVIDER_FLAG,
    choices: PROVIDERS,
    defaultValue: presentOrDefault('authProvider', present),
  });
}

function askAuthPath(context: DialogueContext, emailPath: string): Promise<string> {
  return askPath(context, {
    name: 'authPath',
    message: 'Path of the auth service',
    flag: '--auth-path',
    takenPath: emailPath,
  });
}

/** Removes the key: only one provider has an auth service. */
function noAuthPath({ flags }: DialogueContext): null {
  if (flags.authPath === undefined) return null;
  throw usageError(
    '--auth-path needs the auth provider single-imap-user: the other one has no auth service.',
  );
}
