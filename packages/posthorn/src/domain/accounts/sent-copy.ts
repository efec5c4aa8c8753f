import type { MailAccount } from './mail-account.ts';

/** Another copy would show sent mail twice. */
const KEEPING_HOSTS = [
  'smtp.gmail.com',
  'smtp.googlemail.com',
  'smtp.office365.com',
  'smtp-mail.outlook.com',
  'smtp.live.com',
];

/** True if the server files sent messages. */
export function keepsSentCopy({ outbox }: MailAccount): boolean {
  return KEEPING_HOSTS.includes(outbox?.host.toLowerCase() ?? '');
}
