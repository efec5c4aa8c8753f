/** The providers that the demo's mail server can imitate; their names load no mail server. */
import type { ProfileName } from 'posthorn-sandbox';

/** A provider by its name. */
export type DemoProfile = ProfileName;

/** The compiler wants each of the sandbox's providers here. */
const PROFILES: Readonly<Record<DemoProfile, true>> = {
  gmail: true,
  outlook: true,
  yahoo: true,
  icloud: true,
  gmx: true,
  exchange: true,
  minimal: true,
};

/** All providers that there are. */
export const DEMO_PROFILES = Object.keys(PROFILES) as readonly DemoProfile[];
