/** Sandboxes with a profile, and clients of theirs that are logged in. */
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../../src/options.ts';
import type { ProfileName } from '../../src/profiles/profile.ts';
import { xoauth2Response } from '../support/authentication.ts';
import { LineClient } from '../support/line-client.ts';
import { openSandbox } from '../support/open-sandbox.ts';

const USERS = [{ name: 'ann', password: 'secret', tokens: { token: 'good' } }] as const;

/** A sandbox of this profile with ann, and a client that has read the greeting. */
export async function openProfile(
  t: TestContext,
  profile: ProfileName,
  options: Partial<SandboxOptions> = {},
) {
  const sandbox = await openSandbox(t, { users: USERS, profile, ...options });
  const client = await LineClient.connect(sandbox.imapPort);
  t.after(() => client.close());
  const greeting = (await client.read()) ?? '';
  return { sandbox, ann: sandbox.user('ann'), client, greeting };
}

/** As `openProfile`, logged in: with a token where only tokens are taken. */
export async function openProfileSession(
  t: TestContext,
  profile: ProfileName,
  options: Partial<SandboxOptions> = {},
) {
  const opened = await openProfile(t, profile, options);
  const byToken = `AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'token')}`;
  await opened.client.run(profile === 'outlook' ? byToken : 'LOGIN ann secret');
  return opened;
}

/** The words of a CAPABILITY answer or code. */
export function capabilityWords(text: string | undefined): readonly string[] {
  return /CAPABILITY ([^\]]*)/.exec(text ?? '')?.[1]?.split(' ') ?? [];
}

/** The names that LIST gives, with their attributes. */
export async function listedNames(client: LineClient): Promise<readonly string[]> {
  const { untagged } = await client.run('LIST "" *');
  return untagged.map((line) => line.replace(/^\* LIST /, ''));
}
