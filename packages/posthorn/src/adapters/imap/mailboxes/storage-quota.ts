/** How full a mailbox is. */
import { type CommandRunner, encodeMailboxName, quotaOf } from 'posthorn-imap';
import type { MailboxName } from '../../../domain/mailbox-name.ts';

/** The used and the allowed storage of a mailbox (RFC 9208 §5.1). */
export interface StorageQuota {
  readonly usedOctets: number;
  readonly limitOctets: number;
}

/** RFC 9208 section 5.1: STORAGE counts in units of 1024 octets. */
const UNIT_OCTETS = 1024;

/** The storage quota that holds for the mailbox; null when there is none. Ask only a server with QUOTA. */
export async function storageQuota(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<StorageQuota | null> {
  const quotas = await quotaOf(runner, encodeMailboxName(name), signal);
  const storage = quotas
    .flatMap(({ resources }) => resources)
    .find((resource) => resource.name === 'STORAGE');
  return storage
    ? { usedOctets: storage.usage * UNIT_OCTETS, limitOctets: storage.limit * UNIT_OCTETS }
    : null;
}
