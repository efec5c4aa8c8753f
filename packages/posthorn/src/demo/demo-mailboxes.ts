import {
  defaultMailboxes,
  FLAT_LAYOUT,
  type MailboxSeed,
  type ProfileName,
  profileMailboxes,
} from 'posthorn-sandbox';
import type { DemoUser } from './demo-mail.ts';
import type { DemoMessage } from './letter.ts';

/** A user's mailboxes with mail, under the provider's names. */
export function demoMailboxes(
  { messages }: Pick<DemoUser, 'messages'>,
  profile: ProfileName | undefined,
): readonly MailboxSeed[] {
  const common = defaultMailboxes(FLAT_LAYOUT);
  const provided = profile === undefined ? common : profileMailboxes(profile);
  const seeds = new Map<string, MailboxSeed & { readonly messages: DemoMessage[] }>(
    provided.map((seed) => [seed.name, { ...seed, messages: [] }]),
  );
  for (const message of messages) {
    const name = providedName(message.mailbox, { common, provided });
    const seed = seeds.get(name) ?? { name, messages: [] };
    seeds.set(name, seed);
    seed.messages.push(message);
  }
  return [...seeds.values()];
}

/** Mailboxes unknown to the provider keep their names. */
function providedName(
  name: string,
  { common, provided }: Readonly<Record<'common' | 'provided', readonly MailboxSeed[]>>,
): string {
  const [top = '', ...below] = name.split(FLAT_LAYOUT.delimiter);
  const use = common.find((seed) => seed.name === top)?.specialUse;
  const known = use === undefined ? undefined : provided.find(({ specialUse }) => specialUse === use);
  return [known?.name ?? top, ...below].join(FLAT_LAYOUT.delimiter);
}
