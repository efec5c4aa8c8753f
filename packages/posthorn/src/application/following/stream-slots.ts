import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { accountKey, hostKey } from '../../domain/limits/limit-keys.ts';
import { clientNetwork } from '../../domain/network/client-network.ts';
import type { SlotHolder, SlotRequest, Slots } from '../ports/state/slots.ts';
import { type StateOwner, stateKey } from '../state-key.ts';

/** Limits on streams. */
export interface StreamLimits {
  readonly perAccount: number;
  readonly total: number;
}

/** Dependencies. */
export interface StreamSlots {
  readonly slots: Slots;
  readonly stateOwner: StateOwner;
  readonly limits: StreamLimits;
}

type StreamAccount = Pick<MailAccount, 'inbox' | 'login' | 'origin' | 'client'>;

const RETRY_AFTER_SECONDS = 30;

/**
 * Acquires a slot, for proved logins only; returns its release. Throws `too-many-connections`, and like
 * `Slots`.
 */
export async function takeStreamSlot(
  { limits, ...dependencies }: StreamSlots,
  account: StreamAccount,
): Promise<() => void> {
  const { perAccount, total } = limits;
  const ofAccount = accountKey({ login: account.login, server: account.inbox });
  const holders = [{ key: stateKey('account', ofAccount), max: perAccount }, ...sharersOf(account)];
  return takeSlot(dependencies, { total, holders });
}

/** The same for any holders. */
export async function takeSlot(
  { slots, stateOwner }: Omit<StreamSlots, 'limits'>,
  { total, holders }: Pick<SlotRequest, 'total' | 'holders'>,
): Promise<() => void> {
  const slot = await slots.take({ pool: 'event streams', total, holders, owner: stateOwner() });
  if (slot === null) throw tooMany();
  return () => void slots.release(slot).catch(() => undefined);
}

/**
 * Client-named servers and their clients, limited to the free slots: one person's names and addresses cannot take
 * all.
 */
function sharersOf({ inbox, origin, client }: StreamAccount): readonly SlotHolder[] {
  if (origin === 'operator') return [];
  const server = { key: stateKey('server', hostKey(inbox.host)), max: null };
  return client === undefined
    ? [server]
    : [server, { key: stateKey('client', clientNetwork(client)), max: null }];
}

function tooMany(): MailError {
  const detail = 'The maximum number of event streams is reached.';
  return new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
