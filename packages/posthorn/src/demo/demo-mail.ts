import { createCharsetMail } from './charset-mail.ts';
import { createConversation } from './conversation.ts';
import { createForwardedLetter, createPermitLetter } from './file-mail.ts';
import { createFolderMail } from './folder-mail.ts';
import { createLogoLetter, createNewsletter } from './html-mail.ts';
import { type DemoMessage, type Person, storeLetter } from './letter.ts';
import { createMailingList } from './mailing-list.ts';
import { people } from './people.ts';
import { plainEntity } from './raw-message.ts';
import { timeBefore } from './time-before.ts';

/** A demo user. */
export interface DemoUser {
  /** Address and user name. */
  readonly user: string;
  readonly name: string;
  readonly password: string;
  /** In order of arrival. */
  readonly messages: readonly DemoMessage[];
}

/** Users and mail, dated before `now`; equal for equal `now`. */
export function createDemoMail(now: Date): readonly DemoUser[] {
  return [toUser(people.jane, createMailOfJane(now)), toUser(people.ann, createMailOfAnn(now))];
}

function toUser({ address, name }: Person, messages: readonly DemoMessage[]): DemoUser {
  const inOrder = messages.toSorted(
    (one, other) => one.internalDate.getTime() - other.internalDate.getTime(),
  );
  return { user: address, name, password: 'demo', messages: inOrder };
}

function createMailOfJane(now: Date): readonly DemoMessage[] {
  return [
    ...createConversation('jane', now),
    createNewsletter(people.jane, now),
    createLogoLetter(now),
    createPermitLetter(now),
    createForwardedLetter(now),
    ...createCharsetMail(now),
    ...createFolderMail(now),
    ...createMailingList(now),
  ];
}

function createMailOfAnn(now: Date): readonly DemoMessage[] {
  const draft = storeLetter(
    {
      id: 'draft-coffee@posthorn.test',
      from: people.ann,
      to: [people.jane],
      subject: 'Coffee',
      sentAt: timeBefore(now, { minutes: 10 }),
      entity: plainEntity('text/plain; charset=us-ascii', 'Dark or light roast?'),
    },
    { mailbox: 'Drafts', flags: ['\\Seen', '\\Draft'] },
  );
  return [...createConversation('ann', now), createNewsletter(people.ann, now), draft];
}
