import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MAX_RECIPIENTS } from '../../domain/messages/message-draft.ts';
import { parseAddressSpec } from '../../domain/values/address-spec.ts';
import type { MailAddress } from '../../domain/values/mail-address.ts';
import { fitFieldText, MAX_NAME_CHARACTERS } from './field-text.ts';
import type { Original } from './original-message.ts';

/** A reply's recipients without duplicates. */
export interface Recipients {
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
}

/** Hostile fields have thousands. */
const MAX_READ_ADDRESSES = 1_000;

type Envelope = Pick<Original, 'from' | 'to' | 'cc' | 'replyTo'>;

/**
 * Reply-To, else From (RFC 5322 §3.6.3); for an own message its recipients. At most `MAX_RECIPIENTS`, without invalid
 * addresses and duplicates.
 */
export function recipientsOfReply(original: Envelope, account: MailAccount): Recipients {
  return { to: chooseTo(original, ownKeys(account)), cc: [] };
}

/** Adds other To and Cc recipients as copies, except the account. */
export function recipientsOfReplyToAll(original: Envelope, account: MailAccount): Recipients {
  const own = ownKeys(account);
  const to = chooseTo(original, own);
  const known = new Set([...own, ...to.map(keyOf)]);
  const others = [...writable(original.to), ...writable(original.cc)].filter(
    (address) => !known.has(keyOf(address)),
  );
  return { to, cc: withoutDoubles(others).slice(0, MAX_RECIPIENTS - to.length) };
}

function chooseTo(original: Envelope, own: ReadonlySet<string>): readonly MailAddress[] {
  const from = writable(original.from);
  const to = writable(original.to);
  const others = to.filter((address) => !own.has(keyOf(address)));
  const isOwn = from.some((address) => own.has(keyOf(address)));
  const candidates = isOwn ? [others, to, from] : [writable(original.replyTo), from];
  const chosen = candidates.find((addresses) => addresses.length > 0) ?? [];
  return withoutDoubles(chosen).slice(0, MAX_RECIPIENTS);
}

/** The login name is often an address. */
function ownKeys({ from, replyTo, login }: MailAccount): ReadonlySet<string> {
  const addresses = [from.address, replyTo.address, login.user];
  return new Set(addresses.flatMap((address) => parseAddressSpec(address)?.toLowerCase() ?? []));
}

function writable(addresses: readonly MailAddress[] = []): readonly MailAddress[] {
  return addresses
    .slice(0, MAX_READ_ADDRESSES)
    .filter(({ address }) => parseAddressSpec(address) !== undefined)
    .map(({ address, name }) => ({ address, name: fitFieldText(name, MAX_NAME_CHARACTERS) }));
}

function withoutDoubles(addresses: readonly MailAddress[]): readonly MailAddress[] {
  const unique = new Map<string, MailAddress>();
  for (const address of addresses) if (!unique.has(keyOf(address))) unique.set(keyOf(address), address);
  return [...unique.values()];
}

/** People vary the case of addresses. */
function keyOf({ address }: MailAddress): string {
  return (parseAddressSpec(address) ?? address).toLowerCase();
}
