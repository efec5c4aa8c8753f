import { askCopies, type PlannedCopy, performCopy } from '../dialogues/ask-copies.ts';
import { type InstallationFlags, print, warn, withInstallation } from '../installation.ts';

/** Copies templates after the last answer; asks before overwriting. */
export function runCopyConfig(flags: InstallationFlags): Promise<void> {
  return withInstallation(flags, async ({ rootDirectory, context }) => {
    await performCopies(rootDirectory, await askCopies(rootDirectory, context));
  });
}

/** Copies as planned; prints the outcomes. */
export async function performCopies(rootDirectory: string, copies: readonly PlannedCopy[]): Promise<void> {
  for (const copy of copies) {
    const { message, isWarning } = await performCopy(rootDirectory, copy);
    if (isWarning) warn(message);
    else print(message);
  }
}
