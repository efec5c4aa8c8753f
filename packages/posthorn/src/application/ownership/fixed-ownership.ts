import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { AccountOwnership } from '../ports/account-ownership.ts';

/** The ownership of a process whose accounts (default: all) never change. */
export function createFixedOwnership(
  owns: (account: MailAccountId) => boolean = () => true,
): AccountOwnership {
  return {
    owns,
    listShards: () => null,
    fenceOf: (account) => (owns(account) ? 'none' : null),
    onChange: () => () => undefined,
  };
}
