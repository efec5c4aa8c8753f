/** The providers that the demo can imitate. Their names are listed without the sandbox, which is many modules. */
import type { ProfileName } from 'posthorn-sandbox';

/** A provider by its name. */
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

/** All providers that there are, in the order in which they are listed for people. */
export const DEMO_PROFILES = Object.keys(PROFILES) as readonly DemoProfile[];
