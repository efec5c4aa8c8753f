/** Lists names without loading the sandbox's many modules. */
import type { ProfileName } from 'posthorn-sandbox';

export type DemoProfile = ProfileName;

const PROFILES = {
  gmail: true,
  outlook: true,
  yahoo: true,
  icloud: true,
  gmx: true,
  exchange: true,
  minimal: true,
} as const satisfies Record<DemoProfile, true>;

/** In display order. */
export const DEMO_PROFILES = Object.keys(PROFILES) as readonly DemoProfile[];
