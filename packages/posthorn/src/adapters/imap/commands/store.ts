/** UID STORE and UID EXPUNGE: change flags, and remove messages (RFC 9051 §6.4.6, RFC 4315 §2.1). */
import type { Uid } from '../../../domain/uid.ts';
import { isRefused } from '../imap-errors.ts';
import { toSequenceSets } from '../sequence-set.ts';
import { atom, sequence } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** Flags as IMAP writes them, such as `\Seen`; never text of a client that was not checked. */
export interface FlagStore {
  readonly uids: readonly Uid[];
  readonly operation: '+' | '-';
  readonly flags: readonly string[];
}

/** Sets or clears the flags of the messages that exist. */
export async function storeFlags(
  runner: CommandRunner,
  { uids, operation, flags }: FlagStore,
  signal: AbortSignal,
): Promise<void> {
  for (const set of toSequenceSets(uids)) {
    const items = [sequence(set), atom(`${operation}FLAGS.SILENT`), flags.map(atom)];
    await runner.run({ name: 'UID STORE', arguments: items }, signal);
  }
}

/**
 * Marks the messages \Deleted and expunges them alone. Without UIDPLUS, or where the server refuses it all the same, they stay
 * marked: a plain EXPUNGE would take along what other clients have marked.
 */
export async function removeMessages(
  runner: CommandRunner,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<void> {
  await storeFlags(runner, { uids, operation: '+', flags: ['\\Deleted'] }, signal);
  await expungeMarked(runner, uids, signal);
}

/** Expunges those of the messages that are marked \Deleted, as `removeMessages` does. */
export async function expungeMarked(
  runner: CommandRunner,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<void> {
  if (!runner.capabilities.has('UIDPLUS')) return;
  try {
    for (const set of toSequenceSets(uids)) {
      await runner.run({ name: 'UID EXPUNGE', arguments: [sequence(set)] }, signal);
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
