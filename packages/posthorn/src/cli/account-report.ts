import type { StoredAccount } from '../domain/accounts/stored-account.ts';
import { printable } from './printable.ts';

/** An account as printed: API attributes without logins. */
export function toAccountDocument(account: StoredAccount): object {
  const { id, name, from, inbox, outbox, provider, problem } = account;
  return {
    ...{ id, name, from, provider },
    ...{ inbox_address: inbox?.host ?? null, inbox_port: inbox?.port ?? null },
    ...{ outbox_address: outbox?.host ?? null, outbox_port: outbox?.port ?? null },
    ...{ state: account.state, stateSince: toMoment(account.stateSince), problem },
    createdAt: toMoment(account.createdAt),
  };
}

/** An account's line. */
export function describeAccount({ id, name, from, state, problem }: StoredAccount): string {
  const reason = problem === null ? '' : `: ${problem.detail}`;
  return printable(`${id}  ${from.address}  ${name}  ${state}${reason}`);
}

function toMoment(time: number): string {
  return new Date(time).toISOString();
}
