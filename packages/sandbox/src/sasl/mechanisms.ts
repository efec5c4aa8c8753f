import { oauthbearer, xoauth2 } from './bearer.ts';
import type { SaslMechanism, SaslMechanismName } from './mechanism.ts';
import { login, plain } from './plain.ts';
import { scramSha256 } from './scram-sha-256.ts';

export const SASL_MECHANISMS: ReadonlyMap<string, SaslMechanism> = new Map(
  Object.entries({
    PLAIN: plain,
    LOGIN: login,
    XOAUTH2: xoauth2,
    OAUTHBEARER: oauthbearer,
    'SCRAM-SHA-256': scramSha256,
  } satisfies Record<SaslMechanismName, SaslMechanism>),
);
