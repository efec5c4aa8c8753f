/** UID STORE: changes flags (RFC 9051 §6.4.6). */
import type { Uid } from '../../../domain/uid.ts';
import { atom, sequence } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** Flags are system flags such as `\Seen`, written by us and never by a client. */
export async function storeFlags(
  runner: CommandRunner,
  { uid, operation, flags }: { uid: Uid; operation: '+' | '-'; flags: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const items = [sequence(String(uid)), atom(`${operation}FLAGS.SILENT`), flags.map(atom)];
  await runner.run({ name: 'UID STORE', arguments: items }, signal);
}
