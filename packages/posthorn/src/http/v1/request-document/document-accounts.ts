import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { decodeName } from '../../../resources/identifiers/resource-ids.ts';
import { readList, type ValueReader } from './document-values.ts';
import { readIdentifier } from './related-identifier.ts';

const readAccountId: ValueReader<MailAccountId> = (value, position) => {
  const id = readIdentifier('MailAccount')(value, position);
  const name = id === undefined ? undefined : decodeName(id);
  if (name !== undefined) return name as MailAccountId;
  return id === undefined ? undefined : position.at('id').refuse('Must be the id of an account.');
};

/** A binding's accounts; an empty list means all. */
export const BOUND_ACCOUNTS = { MailAccounts: readList(readAccountId) };

/** Null for all; undefined for no change. */
export function toBoundAccounts(
  accounts: readonly MailAccountId[] | undefined,
): readonly MailAccountId[] | null | undefined {
  return accounts?.length === 0 ? null : accounts && [...new Set(accounts)];
}
