/** `posthorn configure:url|api|env|debug`: the questions of one topic, then `.env`. */
import type { Dialogue } from '../dialogues/dialogue.ts';
import { type InstallationFlags, saveSettings, withInstallation } from '../installation.ts';

/** The command that asks this dialogue. `.env` is written after the last answer. */
export function createConfigureCommand(dialogue: Dialogue): (flags: InstallationFlags) => Promise<void> {
  return (flags) =>
    withInstallation(flags, async (installation) => {
      await saveSettings(installation, await dialogue(installation.context));
    });
}
