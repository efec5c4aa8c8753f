/** `posthorn demo`: an API with mail in it, and lines to try it with. */
import type { DemoUser } from '../../demo/demo-mail.ts';
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
  const [user, to] = users;
  const curl = `curl -s -u ${user?.user}:${user?.password}`;
  const account = `${emailUrl}/v0/MailAccounts/${accountId}`;
  const list = `${account}/MailFolders/INBOX/MessageItems`;
  const latest = `${emailUrl}/v1/MailAccounts/${accountId}`;
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

The same as JSON:API (the whole API: ${address}/docs):
  ${curl} -g '${latest}/MailFolders/INBOX/MessageItems?page[limit]=5&fields[MessageItem]=subject,from,previewText'

A new mail, which is a draft at first; the second line sends it (put the id from links.self in place of ID):
  ${curl} -H 'content-type: application/vnd.api+json' -d '${JSON.stringify(newMail(to ?? user))}' '${latest}/MailFolders/Drafts/MessageItems'
  ${curl} -X POST '${latest}/MailFolders/Drafts/MessageItems/ID/send'
`;
}

function newMail(recipient: DemoUser | undefined): object {
  const to = [{ name: '', address: recipient?.user }];
  return { data: { type: 'MessageItem', attributes: { to, subject: 'Hello', textPlain: 'How are you?' } } };
}
