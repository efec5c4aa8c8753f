import type { CommandRunner } from '../connection/command.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** CREATE, by encoded name (RFC 9051 §6.3.4). */
export function createMailbox(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'CREATE', names: [mailbox] }, signal);
}

/** DELETE, with all messages (RFC 9051 §6.3.5). */
export function deleteMailbox(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'DELETE', names: [mailbox] }, signal);
}

/** RENAME, with all below (RFC 9051 §6.3.6). */
export function renameMailbox(
  runner: CommandRunner,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<void> {
  return change(runner, { name: 'RENAME', names: [from, to] }, signal);
}

/** SUBSCRIBE (RFC 9051 §6.3.7). */
export function subscribe(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'SUBSCRIBE', names: [mailbox] }, signal);
}

/** UNSUBSCRIBE (RFC 9051 §6.3.8). */
export function unsubscribe(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'UNSUBSCRIBE', names: [mailbox] }, signal);
}

async function change(
  runner: CommandRunner,
  { name, names }: { readonly name: string; readonly names: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const parts: CommandPart[] = [name];
  for (const mailbox of names) parts.push(' ', toAstring(mailbox));
  await runner.run({ name, parts, budget: budgetFor(1, 0), concurrency: 'alone' }, signal);
}
