import type { Dialogue } from '../dialogues/dialogue.ts';
import { type InstallationFlags, saveSettings, withInstallation } from '../installation.ts';

/** A command that asks a dialogue, then writes the settings file. */
export function createConfigureCommand(dialogue: Dialogue): (flags: InstallationFlags) => Promise<void> {
  return (flags) =>
    withInstallation(flags, async (installation) => {
      await saveSettings(installation, await dialogue(installation.context));
    });
}
