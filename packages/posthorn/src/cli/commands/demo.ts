import type { DemoUser } from '../../demo/demo-mail.ts';
import type { DemoProfile } from '../../demo/demo-profiles.ts';
import { type Demo, startDemo } from '../../demo/start-demo.ts';
import { processEnvironment } from '../process-environment.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

const STOP_TIMEOUT_MS = 10_000;

interface DemoFlags {
  readonly port?: string | undefined;
  readonly profile?: DemoProfile;
  /** `--no-new-mail`. */
  readonly newMail?: boolean;
}

const NEW_MAIL_EVERY_MS = 20_000;

/** Starts the demo and prints its use. Default port: PORT. */
export async function runDemo(flags: DemoFlags): Promise<void> {
  await serveDemo(flags);
}

/** Starts and returns the demo. */
export async function serveDemo({ port, profile, newMail = true }: DemoFlags): Promise<Demo> {
  const demo = await startDemo({
    port: port ?? processEnvironment().PORT,
    now: new Date(),
    profile,
    newMailEveryMs: newMail ? NEW_MAIL_EVERY_MS : undefined,
  });
  stopOnSignal({ close: demo.close, timeoutMs: STOP_TIMEOUT_MS });
  process.stdout.write(describeDemo(demo));
  return demo;
}

function describeDemo({ address, emailUrl, accountId, users, apiKey, imapPort, smtpPort }: Demo): string {
  const [user, to] = users;
  const curl = `curl -sg -u ${user?.user}:${user?.password}`;
  const latest = `${emailUrl}/v1`;
  const list = `${latest}/MailFolders/${accountId}.INBOX/MessageItems`;
  const account = `${latest}/MailAccounts/${accountId}`;
  const withFiles = `${account}/MailFolders/INBOX/MessageItems/${uidOfMessageWithFiles(user)}`;
  return `
Posthorn demo on ${address}, with an in-memory mail server (IMAP on 127.0.0.1:${imapPort}, SMTP on 127.0.0.1:${smtpPort}).
Nothing is kept when it ends. Stop it with Ctrl-C. An inbox for your browser: ${address}/

Users: ${users.map((each) => `${each.user} (password ${each.password})`).join(', ')}

The account, its folders, the newest messages:
  ${curl} '${latest}/MailAccounts'
  ${curl} '${latest}/MailFolders'
  ${curl} '${list}?page[size]=5'

Only two attributes, unread messages, and a window in a folder of 5,000 messages:
  ${curl} '${list}?page[size]=5&fields[MessageItem]=subject,previewText'
  ${curl} '${list}?filter[seen]=false&fields[MessageItem]=subject,from'
  ${curl} '${account}/MailFolders/${encodeURIComponent('Archive/Mailing list')}/MessageItems?page[offset]=4900&page[limit]=3&fields[MessageItem]=subject,date'

One message with its text and its files, and the conversation of another one:
  ${curl} '${withFiles}?include=MessageBody,Attachments'
  ${curl} '${withFiles}/Attachments'
  ${curl} '${account}/MailFolders/INBOX/MessageItems/4/thread?fields[MessageItem]=subject,from,date'

An API key, as programs use it instead of a password; it opens the connected accounts of the store:
  KEY='${apiKey}'
  curl -sg -H "Authorization: Bearer $KEY" '${latest}/MailAccounts'
  curl -sg -H "Authorization: Bearer $KEY" '${list}?page[size]=5&fields[MessageItem]=subject'
  curl -sg -H "Authorization: Bearer $KEY" '${latest}/ApiKeys'
  curl -sg -H "Authorization: Bearer $KEY" '${latest}/Events?page[limit]=5'

A webhook, which is sent each new folder of these accounts (docs/webhooks.md has receivers); the second line deletes it:
  HOOK=$(curl -sg -o /dev/null -D - -H "Authorization: Bearer $KEY" -H 'content-type: application/vnd.api+json' -d '{"data":{"type":"Webhook","attributes":{"url":"https://hooks.example.org/","kinds":["folder.created"]}}}' '${latest}/Webhooks' | sed -n 's/^location: //p' | tr -d '\\r')
  curl -sg -H "Authorization: Bearer $KEY" -X DELETE "$HOOK"

The same list in version 0, for released conjoon clients (both versions: ${address}/docs):
  ${curl} '${emailUrl}/v0/MailAccounts/${accountId}/MailFolders/INBOX/MessageItems?start=0&limit=5'

Events as they come: a mail every 20 seconds, unless the demo was started with --no-new-mail (end it with Ctrl-C):
  curl -sN -u ${user?.user}:${user?.password} '${account}/MailFolders/INBOX/events'

A new mail, which is a draft at first; the second line sends it:
  DRAFT=$(${curl} -o /dev/null -D - -H 'content-type: application/vnd.api+json' -d '${JSON.stringify(newMail(to ?? user))}' '${account}/MailFolders/Drafts/MessageItems' | sed -n 's/^location: //p' | tr -d '\\r')
  ${curl} -X POST "$DRAFT/send"
`;
}

/** Uids count arrivals, from 1. */
function uidOfMessageWithFiles(user: DemoUser | undefined): number {
  const inbox = user?.messages.filter(({ mailbox }) => mailbox === 'INBOX') ?? [];
  return 1 + inbox.findIndex(({ raw }) => raw.includes('Content-Disposition: attachment'));
}

function newMail(recipient: DemoUser | undefined): object {
  const to = [{ name: '', address: recipient?.user }];
  return { data: { type: 'MessageItem', attributes: { to, subject: 'Hello', textPlain: 'How are you?' } } };
}
