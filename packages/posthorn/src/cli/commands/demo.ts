/** `posthorn demo`: an API with mail in it, and lines to try it with. */
import type { DemoUser } from '../../demo/demo-mail.ts';
import type { DemoProfile } from '../../demo/demo-profiles.ts';
import { type Demo, startDemo } from '../../demo/start-demo.ts';
import { processEnvironment } from '../process-environment.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Requests of a demo end within an instant. */
const STOP_TIMEOUT_MS = 10_000;

interface DemoFlags {
  readonly port?: string;
  readonly profile?: DemoProfile;
  /** False for `--no-new-mail`. */
  readonly newMail?: boolean;
}

const NEW_MAIL_EVERY_MS = 20_000;

/** Starts the demo and prints how to use it. Without the flag, the port is that of the variable PORT. */
export async function runDemo({ port, profile, newMail = true }: DemoFlags): Promise<void> {
  const demo = await startDemo({
    port: port ?? processEnvironment().PORT,
    now: new Date(),
    profile,
    newMailEveryMs: newMail ? NEW_MAIL_EVERY_MS : undefined,
  });
  stopOnSignal({ close: demo.close, timeoutMs: STOP_TIMEOUT_MS });
  process.stdout.write(describeDemo(demo));
}

/** What the demo prints: lines that can be pasted into a shell as they are. */
function describeDemo({ address, emailUrl, accountId, users, imapPort, smtpPort }: Demo): string {
  const [user, to] = users;
  const curl = `curl -s -u ${user?.user}:${user?.password}`;
  const account = `${emailUrl}/v0/MailAccounts/${accountId}`;
  const list = `${account}/MailFolders/INBOX/MessageItems`;
  const latest = `${emailUrl}/v1/MailAccounts/${accountId}`;
  const withFiles = `${list}/${uidOfMessageWithFiles(user)}`;
  return `
Posthorn demo on ${address}, with an in-memory mail server (IMAP on 127.0.0.1:${imapPort}, SMTP on 127.0.0.1:${smtpPort}).
Nothing is kept when it ends. Stop it with Ctrl-C. An inbox for your browser: ${address}/

Users: ${users.map((each) => `${each.user} (password ${each.password})`).join(', ')}

The account, its folders, the newest messages:
  ${curl} '${emailUrl}/v0/MailAccounts'
  ${curl} '${account}/MailFolders'
  ${curl} '${list}?start=0&limit=5'

Only two attributes, and a window in a folder of 5,000 messages:
  ${curl} '${list}?start=0&limit=5&attributes=subject,previewText'
  ${curl} '${account}/MailFolders/${encodeURIComponent('Archive/Mailing list')}/MessageItems?start=4900&limit=3&attributes=subject,date'

One message, its text, its files:
  ${curl} '${withFiles}'
  ${curl} '${withFiles}/MessageBody'
  ${curl} '${withFiles}/Attachments'

The same as JSON:API (the whole API: ${address}/docs):
  ${curl} -g '${latest}/MailFolders/INBOX/MessageItems?page[limit]=5&fields[MessageItem]=subject,from,previewText'

Events as they come: a mail every 20 seconds, unless the demo was started with --no-new-mail (end it with Ctrl-C):
  curl -sN -u ${user?.user}:${user?.password} '${latest}/MailFolders/INBOX/events'

A new mail, which is a draft at first; the second line sends it:
  DRAFT=$(${curl} -o /dev/null -D - -H 'content-type: application/vnd.api+json' -d '${JSON.stringify(newMail(to ?? user))}' '${latest}/MailFolders/Drafts/MessageItems' | sed -n 's/^location: //p' | tr -d '\\r')
  ${curl} -X POST "$DRAFT/send"
`;
}

/** Messages get their uids in the order of arrival, from one. The first one with a file of its own. */
function uidOfMessageWithFiles(user: DemoUser | undefined): number {
  const inbox = user?.messages.filter(({ mailbox }) => mailbox === 'INBOX') ?? [];
  return 1 + inbox.findIndex(({ raw }) => raw.includes('Content-Disposition: attachment'));
}

function newMail(recipient: DemoUser | undefined): object {
  const to = [{ name: '', address: recipient?.user }];
  return { data: { type: 'MessageItem', attributes: { to, subject: 'Hello', textPlain: 'How are you?' } } };
}
