import type { InboxServer, OutboxSecurity } from './mail-account.ts';
import type { StoredOutbox } from './stored-account.ts';

const IMAPS_PORT = 993;
const IMAP_PORT = 143;
const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/** Port and TLS follow from each other (RFC 8314 §3.2). */
export function toInboxServer({
  host,
  port,
  isTls = port !== IMAP_PORT,
}: Pick<InboxServer, 'host'> & {
  readonly port?: number | undefined;
  readonly isTls?: boolean | undefined;
}): InboxServer {
  return { type: 'IMAP', host, port: port ?? (isTls ? IMAPS_PORT : IMAP_PORT), isTls };
}

/** Port and security follow from each other (RFC 8314 §3.3). */
export function toOutboxServer({
  host,
  port,
  security = port === SUBMISSION_PORT ? 'starttls' : 'ssl',
}: Pick<StoredOutbox, 'host'> & {
  readonly port?: number | undefined;
  readonly security?: OutboxSecurity | undefined;
}): StoredOutbox {
  return { host, port: port ?? (security === 'ssl' ? SUBMISSIONS_PORT : SUBMISSION_PORT), security };
}
