import type { MailAccountId } from '../../domain/mail-account.ts';
import type { AccountOwnership } from '../ports/account-ownership.ts';

/** Returns the ownership of a process that has the same accounts for all its life, by default all. */
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
