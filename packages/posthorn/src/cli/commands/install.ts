/** `posthorn install`: all questions one after the other, then `.env` and the configuration files. */
import { relative } from 'node:path';
import type { EnvChanges } from '../../config/env-text.ts';
import { askApi } from '../dialogues/ask-api.ts';
import { askCopies } from '../dialogues/ask-copies.ts';
import { askDebug } from '../dialogues/ask-debug.ts';
import { askEnvironment } from '../dialogues/ask-environment.ts';
import { askUrl } from '../dialogues/ask-url.ts';
import { applyChanges, type DialogueContext } from '../dialogues/dialogue.ts';
import { type InstallationFlags, print, saveSettings, withInstallation } from '../installation.ts';
import { performCopies } from './copy-config.ts';

const BANNER = `
Posthorn: any IMAP/SMTP mailbox as a JSON API
=============================================
A few questions set up this installation. Nothing is written before the last answer.
`;

/** Asks everything first: an installation that is given up leaves the one before as it was. May be repeated. */
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
    print(closingScreen(rootDirectory));
  });
}

async function askSettings(context: DialogueContext): Promise<EnvChanges> {
  const changes = new Map<string, string | null>();
  for (const dialogue of [askUrl, askApi, askEnvironment, askDebug]) {
    // A later question builds on the answers before it.
    const present = applyChanges(context.present, changes);
    for (const [key, value] of await dialogue({ ...context, present })) changes.set(key, value);
  }
  return changes;
}

function closingScreen(rootDirectory: string): string {
  const isElsewhere = relative(process.cwd(), rootDirectory) !== '';
  const root = isElsewhere ? ` --root '${rootDirectory.replaceAll("'", "'\\''")}'` : '';
  return `
Posthorn is set up.

  posthorn serve${root}             starts it
  posthorn doctor EMAIL${root}      checks the mail server of an address
  posthorn configure:url${root}     changes where it is available
  posthorn configure:api${root}     changes its paths and the authentication provider
  posthorn configure:env${root}     changes its environment
  posthorn configure:debug${root}   switches debug mode
  posthorn copyconfig${root}        makes the configuration files in app/config anew
  posthorn list${' '.repeat(root.length)}              lists all commands
`;
}
