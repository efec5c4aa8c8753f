/** The providers that file a copy of each sent message themselves. */
import type { MailAccount } from './mail-account.ts';

/** Sending servers of Gmail, and of Outlook.com and Microsoft 365. A second copy would show every sent mail twice. */
const KEEPING_HOSTS = [
  'smtp.gmail.com',
  'smtp.googlemail.com',
  'smtp.office365.com',
  'smtp-mail.outlook.com',
  'smtp.live.com',
];

/** True when the sending server of the account files what it sends. */
export function keepsSentCopy({ outbox }: MailAccount): boolean {
  return KEEPING_HOSTS.includes(outbox?.host.toLowerCase() ?? '');
}
