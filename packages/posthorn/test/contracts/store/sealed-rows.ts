/** Rows whose secrets are sealed. */
import type { SecretBox } from '../../../src/application/ports/state/secret-box.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { loginBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../../src/domain/accounts/stored-account.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { buildAccount } from '../../support/stored-samples.ts';

/** An account whose password is its id. */
export function buildSealedAccount(box: SecretBox, id: MailAccountId): StoredAccount {
  const account = buildAccount({ id });
  const password = box.seal(new Secret(id), loginBinding(account));
  return { ...account, login: { mechanism: 'password', user: 'jane', password } };
}

/** True when the password opens, and is that of the account. */
export function opens(box: SecretBox, account: StoredAccount | null): boolean {
  if (account?.login.mechanism !== 'password') return false;
  return box.open(account.login.password, loginBinding(account)).reveal() === account.id;
}
