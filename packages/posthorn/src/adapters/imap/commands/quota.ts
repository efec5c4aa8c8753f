/** GETQUOTAROOT: how full the mailbox is (RFC 9208 section 4.1.2). */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { isList, keyword, nodeNumber, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

export interface StorageQuota {
  readonly usedOctets: number;
  readonly limitOctets: number;
}

/** A quota root has few resources; STORAGE and MESSAGE are the usual ones. */
const TRIPLE = 3;
/** RFC 9208 section 5.1: STORAGE counts in units of 1024 octets. */
const UNIT_OCTETS = 1024;

/** The storage quota that holds for the mailbox; null when there is none. Ask only a server with QUOTA. */
export async function storageQuota(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<StorageQuota | null> {
  let quota: StorageQuota | null = null;
  const readQuota = (response: UntaggedResponse) => {
    quota ??= readStorage(response);
  };
  await runner.run(
    {
      name: 'GETQUOTAROOT',
      arguments: [text(encodeMailboxName(name))],
      untagged: { QUOTA: readQuota, QUOTAROOT: () => undefined },
    },
    signal,
  );
  return quota;
}

function readStorage({ attributes }: UntaggedResponse): StorageQuota | null {
  const resources = attributes[1];
  if (!isList(resources)) return null;
  for (let index = 0; index + 2 < resources.length; index += TRIPLE) {
    if (keyword(resources[index]) !== 'STORAGE') continue;
    const [used, limit] = [nodeNumber(resources[index + 1]), nodeNumber(resources[index + 2])];
    if (used === undefined || limit === undefined) return null;
    return { usedOctets: used * UNIT_OCTETS, limitOctets: limit * UNIT_OCTETS };
  }
  return null;
}
