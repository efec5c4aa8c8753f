import { MailError } from '../domain/errors/mail-error.ts';

/** False after a MailError. Throws other errors. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
