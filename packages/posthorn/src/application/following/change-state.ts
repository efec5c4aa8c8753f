import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailUserKey } from '../../domain/accounts/login-key.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';

/** A state's subject: a folder, or (null) the account's folders. */
export interface StateScope {
  readonly account: MailAccount;
  readonly mailbox: MailboxName | null;
}

/** Signs and opens states: opaque texts that only clients store. */
export interface StateSeal {
  /** Base64url, deterministic per scope and octets. */
  seal(scope: StateScope, octets: Uint8Array): string;
  /** Throws `state-invalid` (`since`) for another scope or key. */
  open(scope: StateScope, state: string): Uint8Array;
}

/** Increment it when the octets' meaning changes. */
const FORMAT = 1;
const SIGNATURE_OCTETS = 16;
const MAX_STATE_CHARACTERS = 16_384;
const STATE_TEXT = /^[A-Za-z0-9_-]+$/;

/** A seal. Processes with its key accept each other's states. */
export function createStateSeal(key: Uint8Array): StateSeal {
  const sign = (scope: StateScope, octets: Uint8Array): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify(nameOf(scope)))
      .update(octets)
      .digest()
      .subarray(0, SIGNATURE_OCTETS);
  return {
    seal: (scope, octets) => Buffer.concat([sign(scope, octets), octets]).toString('base64url'),
    open(scope, state) {
      if (state.length > MAX_STATE_CHARACTERS || !STATE_TEXT.test(state)) throw unknownState();
      const sealed = Buffer.from(state, 'base64url');
      const octets = sealed.subarray(SIGNATURE_OCTETS);
      const signature = sealed.subarray(0, SIGNATURE_OCTETS);
      const isOurs = octets.length > 0 && timingSafeEqual(signature, sign(scope, octets));
      if (!isOurs) throw unknownState();
      return octets;
    },
  };
}

/** The mailbox, not the login: states survive password changes and client-made ids. */
function nameOf({ account, mailbox }: StateScope): readonly unknown[] {
  return [FORMAT, mailUserKey(account), mailbox === null ? 'account' : 'folder', mailbox];
}

function unknownState(): MailError {
  const detail = 'The state was issued for another address or with another APP_KEY; read the list again.';
  return new MailError('state-invalid', { parameter: 'since', detail });
}
