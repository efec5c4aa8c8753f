/** Work whose failure is no failure of what it belongs to. */
import { MailError } from '../domain/mail-error.ts';

/** True when the work succeeded, false when it failed with a MailError. Throws all else. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
