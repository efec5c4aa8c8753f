import { defaultMailboxes } from './default-mailboxes.ts';
import { PLAIN_ANNOUNCEMENT } from './imap/session/announcement.ts';
import type { CapabilityOptions } from './imap/session/capabilities.ts';
import type { LoginOptions } from './login-policy.ts';
import { FLAT_LAYOUT } from './mailbox/layout.ts';
import type { SandboxOptions } from './options.ts';
import type { Profile } from './profiles/profile.ts';
import { PROFILES } from './profiles/profiles.ts';

export type ServerTraits = Required<
  Pick<Profile, 'mailboxes' | 'announcement' | 'quirks' | 'hasLabels' | 'storesSentMail'>
>;

/** The profile's traits, or defaults. */
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

/** Options over the profile's; capability changes apply to its own. */
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
