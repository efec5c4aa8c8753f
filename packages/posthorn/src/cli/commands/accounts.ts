import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { describeAccount, toAccountDocument } from '../account-report.ts';
import { usageError } from '../command-error.ts';
import { openQuestions } from '../questions/open-questions.ts';
import { printResult, type StoreFlags, withAccountTools } from '../store-command.ts';

/** Flags of `accounts:revoke-all`. */
export interface AccountsRevokeFlags extends StoreFlags {
  readonly yes?: boolean;
}

/** Prints connected accounts by name, without secrets. */
export async function runAccountsList(flags: StoreFlags): Promise<void> {
  await withAccountTools(flags, async (tools) => {
    const accounts: readonly StoredAccount[] = await tools.listAll({});
    printResult(flags, {
      document: accounts.map(toAccountDocument),
      lines: accounts.length === 0 ? ['No account is connected.'] : accounts.map(describeAccount),
    });
  });
}

/** Removes an account and its login; keeps the mailbox. */
export async function runAccountsRemove(id: string, flags: StoreFlags): Promise<void> {
  await withAccountTools(flags, async (tools) => {
    await tools.remove({ id: id as MailAccountId });
    printResult(flags, { document: { id }, lines: [`The account ${id} is removed, with its login.`] });
  });
}

/** Erases all logins after a yes. Stolen copies may stay valid. */
export async function runAccountsRevokeAll(flags: AccountsRevokeFlags): Promise<void> {
  if (flags.yes !== true) await requireYes();
  await withAccountTools(flags, async (tools) => {
    const erased = await tools.eraseLogins();
    const { accounts, grants, revoked } = erased;
    const ended = `${revoked} of ${grants} OAuth grants have ended at their providers too.`;
    printResult(flags, {
      document: erased,
      lines: [
        `The logins of ${accounts} accounts are erased: passwords and tokens are gone, and each account needs a new sign-in.`,
        ...(grants === 0 ? [] : [ended]),
        revoked === grants && grants > 0
          ? 'Passwords that others may have are still valid at the providers: change them there.'
          : 'Passwords and tokens that others may have are still valid at the providers: change and revoke them there.',
      ],
    });
  });
}

async function requireYes(): Promise<void> {
  const questions = openQuestions({ isYes: false });
  try {
    const message = 'Erase the logins of all accounts, which then need a new sign-in';
    if (await questions.confirm({ message, flag: '--yes', isYesDefault: false })) return;
    throw usageError('Nothing was changed.');
  } finally {
    questions.close();
  }
}
