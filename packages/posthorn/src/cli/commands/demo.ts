/** `posthorn demo`: an API with mail in it, and lines to try it with. */
import { type Demo, startDemo } from '../../demo/start-demo.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** What is under way in a demo is over in an instant. */
const STOP_TIMEOUT_MS = 10_000;

/** Starts the demo and prints how to use it. */
export async function runDemo({ port }: { port: string }): Promise<void> {
  const demo = await startDemo({ port: Number(port), now: new Date() });
  stopOnSignal({ close: demo.close, timeoutMs: STOP_TIMEOUT_MS });
  process.stdout.write(describeDemo(demo));
}

/** What the demo prints: lines that can be pasted into a shell as they are. */
function describeDemo({ address, emailUrl, accountId, users, imapPort, smtpPort }: Demo): string {
  const [user] = users;
  const curl = `curl -s -u ${user?.user}:${user?.password}`;
  const account = `${emailUrl}/v0/MailAccounts/${accountId}`;
  const list = `${account}/MailFolders/INBOX/MessageItems`;
  return `
Posthorn demo on ${address}, with an in-memory mail server (IMAP on 127.0.0.1:${imapPort}, SMTP on 127.0.0.1:${smtpPort}).
Nothing is kept when it ends. Stop it with Ctrl-C.

Users: ${users.map((each) => `${each.user} (password ${each.password})`).join(', ')}

The account, its folders, the newest messages:
  ${curl} '${emailUrl}/v0/MailAccounts'
  ${curl} '${account}/MailFolders'
  ${curl} '${list}?start=0&limit=5'

Only two attributes, and a window in a folder of 5,000 messages:
  ${curl} '${list}?start=0&limit=5&attributes=subject,previewText'
  ${curl} '${account}/MailFolders/${encodeURIComponent('Archive/Mailing list')}/MessageItems?start=4900&limit=3&attributes=subject,date'

One message, its text, its files (take the id from the list):
  ${curl} '${list}/1'
  ${curl} '${list}/1/MessageBody'
  ${curl} '${list}/1/Attachments'
`;
}
