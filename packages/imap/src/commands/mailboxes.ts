/** CREATE, DELETE, RENAME, SUBSCRIBE and UNSUBSCRIBE (RFC 9051 §6.3.4 to §6.3.8). Names are encoded ones. */
import type { CommandRunner } from '../connection/command.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** Creates the mailbox. */
export function createMailbox(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'CREATE', names: [mailbox] }, signal);
}

/** Deletes the mailbox with its messages. */
export function deleteMailbox(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'DELETE', names: [mailbox] }, signal);
}

/** Renames the mailbox with all that is below it. */
export function renameMailbox(
  runner: CommandRunner,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<void> {
  return change(runner, { name: 'RENAME', names: [from, to] }, signal);
}

/** Adds the name to the subscribed ones. */
export function subscribe(runner: CommandRunner, mailbox: string, signal: AbortSignal): Promise<void> {
  return change(runner, { name: 'SUBSCRIBE', names: [mailbox] }, signal);
}

/** Takes the name from the subscribed ones. */
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
