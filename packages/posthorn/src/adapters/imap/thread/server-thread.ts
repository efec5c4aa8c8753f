import { type CommandRunner, thread, threadNumbers } from 'posthorn-imap';
import { toUid, type Uid } from '../../../domain/values/uid.ts';

/** The server's conversation (RFC 5256 §4). */
export async function threadOf(
  runner: CommandRunner,
  uid: Uid,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const request = { algorithm: 'REFERENCES', keys: ['ALL'], isUid: true, containing: uid } as const;
  const [conversation] = await thread(runner, request, signal);
  return conversation ? threadNumbers(conversation).flatMap((number) => toUid(number) ?? []) : [];
}
