import type { MailboxSeed } from '../seeds.ts';
import { exchange } from './exchange.ts';
import { gmail } from './gmail.ts';
import { gmx } from './gmx.ts';
import { icloud } from './icloud.ts';
import { minimal } from './minimal.ts';
import { outlook } from './outlook.ts';
import type { Profile, ProfileName } from './profile.ts';
import { yahoo } from './yahoo.ts';

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  gmail,
  outlook,
  yahoo,
  icloud,
  gmx,
  exchange,
  minimal,
};

export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[];

/** Without INBOX; includes unreported special uses. */
export function profileMailboxes(profile: ProfileName): readonly MailboxSeed[] {
  return PROFILES[profile].mailboxes;
}
