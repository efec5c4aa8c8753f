/** States: a client returns one to receive what has changed since. Opaque, signed, and stored by the client alone. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailUserKey } from '../../domain/login-key.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';

/** What a state is about: a folder, or with null the folders of an account. */
export interface StateScope {
  readonly account: MailAccount;
  readonly mailbox: MailboxName | null;
}

/** Signs and opens states. */
export interface StateSeal {
  /** The octets as a state of this scope: base64url, the same for the same octets. */
  seal(scope: StateScope, octets: Uint8Array): string;
  /** Throws `invalid-parameter` about `since` for a state that was not sealed for this scope with this key. */
  open(scope: StateScope, state: string): Uint8Array;
}

/** Counted up when the octets get another meaning: older states are refused then. */
const FORMAT = 1;
const SIGNATURE_OCTETS = 16;
/** Longer than any state: a longer text is not decoded. */
const MAX_STATE_CHARACTERS = 16_384;
const STATE_TEXT = /^[A-Za-z0-9_-]+$/;

/** A seal with the key of the installation. Processes with the same key take each other's states. */
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

/** The mailbox and not the login: a state outlives a password, and an id that a client has made up. */
function nameOf({ account, mailbox }: StateScope): readonly unknown[] {
  return [FORMAT, mailUserKey(account), mailbox === null ? 'account' : 'folder', mailbox];
}

function unknownState(): MailError {
  const detail = 'The state was issued for another address or with another APP_KEY; read the list again.';
  return new MailError('invalid-parameter', { parameter: 'since', detail });
}
