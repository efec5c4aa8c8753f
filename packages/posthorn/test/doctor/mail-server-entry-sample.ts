/** An entry for tests of the doctor; every part has a default. */
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';

/** An entry for the users of `domain`. */
export function sampleEntry({
  id = 'example',
  domain = 'example.org',
  ...parts
}: Partial<Omit<MailServerEntry, 'id'>> & {
  readonly id?: string;
  readonly domain?: string;
} = {}): MailServerEntry {
  return {
    id: id as MailAccountId,
    inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
    outbox: { host: 'smtp.example.org', port: 587, security: 'starttls' },
    patterns: [{ source: domain, matches: (userName) => userName.endsWith(`@${domain}`) }],
    roots: [],
    ...parts,
  };
}
