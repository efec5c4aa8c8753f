/** `posthorn copyconfig`: makes configuration files from their templates. */
import { askCopies, type PlannedCopy, performCopy } from '../dialogues/ask-copies.ts';
import { type InstallationFlags, print, warn, withInstallation } from '../installation.ts';

/** Asks before anything is overwritten, and copies after the last answer. */
export function runCopyConfig(flags: InstallationFlags): Promise<void> {
  return withInstallation(flags, async ({ rootDirectory, context }) => {
    await performCopies(rootDirectory, await askCopies(rootDirectory, context));
  });
}

/** Copies as planned and prints what was done. */
export async function performCopies(rootDirectory: string, copies: readonly PlannedCopy[]): Promise<void> {
  for (const copy of copies) {
    const { message, isWarning } = await performCopy(rootDirectory, copy);
    if (isWarning) warn(message);
    else print(message);
  }
}
