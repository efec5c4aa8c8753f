import type { CapabilityOptions } from './imap/session/capabilities.ts';
import type { SlowCommand } from './imap/session/slow-command.ts';
import type { LoginOptions } from './login-policy.ts';
import type { Layout } from './mailbox/layout.ts';
import type { ProfileName } from './profiles/profile.ts';
import type { UserSeed } from './seeds.ts';
import type { TlsCredentials } from './tls-credentials.ts';

/** Only `users` is required. */
export interface SandboxOptions {
  readonly users: readonly UserSeed[];
  /** Other options override it. */
  readonly profile?: ProfileName;
  /** Flat, with `/`, by default. */
  readonly layout?: Layout;
  readonly capabilities?: CapabilityOptions;
  readonly login?: LoginOptions;
  /** Enables TLS in IMAP and SMTP. */
  readonly tls?: TlsCredentials;
  /** No login before encryption. Needs `tls`. */
  readonly requireTls?: boolean;
  /** 0, the default, picks a free one. */
  readonly imapPort?: number;
  /** True picks a free port. Needs `tls`. */
  readonly implicitTls?: boolean | number;
  /** The SMTP sink; true picks a free port. */
  readonly smtp?: boolean | number;
  /** Octets, announced by APPENDLIMIT; 64 MiB by default, unannounced. */
  readonly appendLimit?: number;
  /** False: ignored (PERMANENTFLAGS without `\*`). */
  readonly keepsKeywords?: boolean;
  /** Announces INPROGRESS. */
  readonly slowCommands?: readonly SlowCommand[];
  /** NOTIFY reports between commands; 10,000 by default. */
  readonly maxNotifications?: number;
  /** For QRESYNC, per mailbox; 100,000 by default. */
  readonly maxExpungedUids?: number;
  readonly clock?: () => Date;
}
