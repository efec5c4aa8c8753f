/** The providers whose servers the sandbox can stand for, and what of the contracts their servers let the adapter keep. */
import { PROFILE_NAMES, type ProfileName } from 'posthorn-sandbox';
import type { SandboxBackendOptions } from './sandbox-backend.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** A provider by what its servers can. */
export interface ProfileVariant {
  readonly profile: ProfileName;
  readonly options: SandboxBackendOptions;
  /** False without UIDPLUS. */
  readonly canExpunge: boolean;
  /** Other than the octets of a message, where the server tells another size. */
  readonly toldSize?: StoreUnderTest['toldSize'];
}

/** Outlook takes no password by itself, and the adapter under test has nothing else. */
const WITH_PASSWORD = { with: ['AUTH=PLAIN'], without: ['LOGINDISABLED'] } as const;

/** Each provider. The contracts are about mail that has keywords. */
export const PROFILE_VARIANTS: readonly ProfileVariant[] = PROFILE_NAMES.map((profile) => ({
  profile,
  options: {
    profile,
    keepsKeywords: true,
    ...(profile === 'outlook' && { capabilities: WITH_PASSWORD }),
  },
  canExpunge: profile !== 'minimal',
  ...(profile === 'exchange' && { toldSize: (octets: number) => Math.ceil(octets * 1.05) + 97 }),
}));

/** The providers but for these. */
export function profilesBut(...names: readonly ProfileName[]): readonly ProfileVariant[] {
  return PROFILE_VARIANTS.filter(({ profile }) => !names.includes(profile));
}
