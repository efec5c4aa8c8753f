/** All profiles by name, and what a sandbox is started with when one is asked for. */
import { defaultMailboxes } from '../default-mailboxes.ts';
import type { CapabilityOptions } from '../imap/capabilities.ts';
import { PLAIN_ANNOUNCEMENT } from '../imap/quirks.ts';
import type { LoginOptions } from '../login/login-policy.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { MailboxSeed, SandboxOptions } from '../options.ts';
import { exchange } from './exchange.ts';
import { gmail } from './gmail.ts';
import { gmx } from './gmx.ts';
import { icloud } from './icloud.ts';
import { minimal } from './minimal.ts';
import { outlook } from './outlook.ts';
import type { Profile, ProfileName } from './profile.ts';
import { yahoo } from './yahoo.ts';

/** The providers, in the order in which they are listed for people. */
const PROFILES: Readonly<Record<ProfileName, Profile>> = {
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

/** The mailboxes that a new user of this provider has beside INBOX, with their uses, whether the server tells them or not. */
export function profileMailboxes(profile: ProfileName): readonly MailboxSeed[] {
  return PROFILES[profile].mailboxes;
}

/** What options cannot say of a server. */
export type ServerTraits = Required<
  Pick<Profile, 'mailboxes' | 'announcement' | 'quirks' | 'hasLabels' | 'storesSentMail'>
>;

/** The traits of the profile; those of a server that tells the truth when there is none. */
export function serverTraits({ profile, layout = FLAT_LAYOUT }: SandboxOptions): ServerTraits {
  const honest: ServerTraits = {
    mailboxes: defaultMailboxes(layout),
    announcement: PLAIN_ANNOUNCEMENT,
    quirks: {},
    hasLabels: false,
    storesSentMail: false,
  };
  return profile === undefined ? honest : { ...honest, ...PROFILES[profile] };
}

/** The options with those of the profile beneath them: what is given stays, and changes to capabilities are made to its own. */
export function withProfile(options: SandboxOptions): SandboxOptions {
  if (options.profile === undefined) return options;
  const { layout, capabilities, login, keepsKeywords, appendLimit } = PROFILES[options.profile];
  const merged: { capabilities: CapabilityOptions; login: LoginOptions } = {
    capabilities: { only: capabilities, ...options.capabilities },
    login: { ...login, ...options.login, refusals: { ...login.refusals, ...options.login?.refusals } },
  };
  const limit = appendLimit === undefined ? {} : { appendLimit };
  return { layout, keepsKeywords, ...limit, ...options, ...merged };
}
