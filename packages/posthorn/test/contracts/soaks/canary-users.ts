/** Users whose mail is full of canaries, and equal in all else: the same uids, dates and folders, so that what mixes them up does. */
import { type Sandbox, startSandbox, type UserSeed } from 'posthorn-sandbox';
import { buildMessage } from '../../support/message-samples.ts';
import { type CanaryPlace, canaryOf } from './canaries.ts';
import { basicLogin } from './soaked-posthorn.ts';

const MESSAGES = 10;
const UID_VALIDITY = 1_700_000_000;
const FIRST_DATE = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const PASSWORD = 'secret';

/** A user of the scene. */
export interface CanaryUser {
  readonly owner: number;
  readonly name: string;
  /** The value of Authorization. */
  readonly login: string;
}

/** So many users. */
export function canaryUsers(count: number): readonly CanaryUser[] {
  return Array.from({ length: count }, (_, owner) => {
    const name = `${canaryOf(owner, 'user')}@example.org`;
    return { owner, name, login: basicLogin(name, `${PASSWORD}${owner}`) };
  });
}

/** The mail server with the mail of all of them. Close it. */
export async function startCanaryServer(users: readonly CanaryUser[]): Promise<Sandbox> {
  const sandbox = await startSandbox({ users: users.map(seedOf), smtp: true });
  for (const { name } of users) {
    const user = sandbox.user(name);
    for (const [index, mailbox] of user.mailboxes().entries()) {
      user.setUidValidity(mailbox.name, UID_VALIDITY + index);
    }
  }
  return sandbox;
}

function seedOf({ owner, name }: CanaryUser): UserSeed {
  const messages = Array.from({ length: MESSAGES }, (_, index) => {
    const date = new Date(FIRST_DATE + index * DAY_MS);
    return { raw: messageOf({ owner, index, date }), internalDate: date };
  });
  return {
    name,
    password: `${PASSWORD}${owner}`,
    mailboxes: [
      { name: 'INBOX', messages },
      { name: `About ${canaryOf(owner, 'folder')}`, messages: messages.slice(0, 3) },
      { name: 'Drafts', specialUse: '\\Drafts' },
      { name: 'Sent', specialUse: '\\Sent' },
    ],
  };
}

interface MessagePlan {
  readonly owner: number;
  readonly index: number;
  readonly date: Date;
}

function messageOf({ owner, index, date }: MessagePlan): Buffer {
  const canary = (place: CanaryPlace) => canaryOf(owner, place);
  const text = `Dear ${canary('text')},\n${'all is well here. '.repeat(index * index)}`;
  return buildMessage({
    subject: `Letter ${index} of ${canary('subject')}`,
    from: { name: canary('user'), address: `${canary('user')}@example.org` },
    date,
    // The same ones for all users.
    messageId: `<letter-${index}@example.org>`,
    ...(index > 0 && { headers: [['References', `<letter-${index - 1}@example.org>`]] as const }),
    text,
    ...(index % 2 === 0 && { html: `<p>${canary('html')}</p><p>${text}</p>` }),
    ...(index % 3 === 0 && {
      attachments: [{ filename: `${canary('file')}.txt`, content: `${canary('content')}\n`.repeat(200) }],
    }),
  });
}
