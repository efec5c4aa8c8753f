import { randomBytes } from 'node:crypto';
import type { EnvChanges } from '../../config/env-text.ts';
import { settingRows } from '../../config/settings.ts';
import { askApi } from '../dialogues/ask-api.ts';
import { askCopies } from '../dialogues/ask-copies.ts';
import { askDatabase } from '../dialogues/ask-database.ts';
import { askDebug } from '../dialogues/ask-debug.ts';
import { askEnvironment } from '../dialogues/ask-environment.ts';
import { askListen } from '../dialogues/ask-listen.ts';
import { askUrl } from '../dialogues/ask-url.ts';
import { applyChanges, type DialogueContext } from '../dialogues/dialogue.ts';
import { type InstallationFlags, print, saveSettings, withInstallation } from '../installation.ts';
import { ownCommand, rootFlag } from '../own-command.ts';
import { performCopies } from './copy-config.ts';
import { setUpStore } from './first-key.ts';

/** Length of HMAC-SHA-256 digests. */
const KEY_OCTETS = 32;

const BANNER = `
Posthorn: any IMAP/SMTP mailbox as a JSON API
=============================================
A few questions set up this installation. Nothing is written before the last answer.
`;

/** Asks all questions before the first change. Repeatable. */
export function runInstall(flags: InstallationFlags): Promise<void> {
  return withInstallation(flags, async (installation) => {
    const { rootDirectory, settingsPath, context } = installation;
    print(BANNER);
    const changes = await askSettings(context);
    print(`The settings go to ${settingsPath}.\n`);
    const present = applyChanges(context.present, changes);
    const copies = await askCopies(rootDirectory, { ...context, present });

    await saveSettings(installation, changes);
    await performCopies(rootDirectory, copies);
    if (changes.get(settingRows.databaseUrl.key)) await setUpStore(installation);
    print(closingScreen(rootDirectory));
  });
}

async function askSettings(context: DialogueContext): Promise<EnvChanges> {
  const changes = new Map<string, string | null>();
  for (const dialogue of [askUrl, askApi, askEnvironment, askDebug, askListen, askDatabase]) {
    const present = applyChanges(context.present, changes);
    for (const [key, value] of await dialogue({ ...context, present })) changes.set(key, value);
  }
  const { key } = settingRows.key;
  if (!context.present.get(key) && !context.environment[key]) changes.set(key, makeKey());
  return changes;
}

function makeKey(): string {
  return randomBytes(KEY_OCTETS).toString('base64url');
}

function closingScreen(rootDirectory: string): string {
  const lines = CLOSING_LINES.map(
    ([command, meaning]) => `  # ${meaning}\n  ${ownCommand()} ${command}${rootFlag(rootDirectory)}`,
  );
  return `\nPosthorn is set up.\n\n${lines.join('\n')}\n\n${CHANGING}\n`;
}

const CLOSING_LINES = [
  ['serve', 'starts it'],
  ['check', 'says whether the configuration can be used'],
  ['doctor jane@example.org', 'checks the mail server of an address'],
] as const;

const CHANGING = `The same command changes the settings with configure:url, configure:api, configure:env, configure:debug and
configure:listen in place of check. With copyconfig it makes the files of app/config anew.
Pages of other origins have no access before app/config/cors.js names them.`;
