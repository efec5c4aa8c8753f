/** All profiles by name. */
import type { MailboxSeed } from '../seeds.ts';
import { exchange } from './exchange.ts';
import { gmail } from './gmail.ts';
import { gmx } from './gmx.ts';
import { icloud } from './icloud.ts';
import { minimal } from './minimal.ts';
import { outlook } from './outlook.ts';
import type { Profile, ProfileName } from './profile.ts';
import { yahoo } from './yahoo.ts';

/** The providers, in the order in which they are listed for people. */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  gmail,
  outlook,
  yahoo,
  icloud,
  gmx,
  exchange,
  minimal,
};

/** The names of all profiles. */
export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[];

/** The mailboxes that a new user of this provider has in addition to INBOX, with their uses, whether the server tells them or not. */
export function profileMailboxes(profile: ProfileName): readonly MailboxSeed[] {
  return PROFILES[profile].mailboxes;
}
