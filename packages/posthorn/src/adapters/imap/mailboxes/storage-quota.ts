import { type CommandRunner, encodeMailboxName, quotaOf } from 'posthorn-imap';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';

/** RFC 9208 §5.1. */
export interface StorageQuota {
  readonly usedOctets: number;
  readonly limitOctets: number;
}

const UNIT_OCTETS = 1024;

/** Null for none. Needs QUOTA. */
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
