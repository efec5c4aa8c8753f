/** What a sandbox is started with. */
import type { CapabilityOptions } from './imap/session/capabilities.ts';
import type { SlowCommand } from './imap/session/slow-command.ts';
import type { LoginOptions } from './login-policy.ts';
import type { Layout } from './mailbox/layout.ts';
import type { ProfileName } from './profiles/profile.ts';
import type { UserSeed } from './seeds.ts';
import type { TlsCredentials } from './tls-credentials.ts';

/** Options of `startSandbox`. Only `users` is needed. */
export interface SandboxOptions {
  readonly users: readonly UserSeed[];
  /** The provider whose servers are to be met. The other options change what it brings. Left out: a server that tells the truth. */
  readonly profile?: ProfileName;
  /** Left out: mailboxes at the top level with `/` between levels. */
  readonly layout?: Layout;
  readonly capabilities?: CapabilityOptions;
  readonly login?: LoginOptions;
  /** Left out: neither STARTTLS nor implicit TLS, for IMAP and SMTP. */
  readonly tls?: TlsCredentials;
  /** True: no login before the connection is encrypted. Needs `tls`. */
  readonly requireTls?: boolean;
  /** 0, the default, picks a free port. */
  readonly imapPort?: number;
  /** True: also listen with implicit TLS on a free port; a number: on this port. Needs `tls`. */
  readonly implicitTls?: boolean | number;
  /** True: also run the SMTP sink on a free port; a number: on this port. */
  readonly smtp?: boolean | number;
  /** The largest message in octets that APPEND takes, announced by APPENDLIMIT. Left out: 64 MiB, not announced. */
  readonly appendLimit?: number;
  /** False: mailboxes keep no keywords (PERMANENTFLAGS without `\*`); they are ignored. */
  readonly keepsKeywords?: boolean;
  /** Commands that take long; their progress is told, for INPROGRESS is announced then. */
  readonly slowCommands?: readonly SlowCommand[];
  /** How often NOTIFY tells news between two commands before it overflows. Left out: 10,000. */
  readonly maxNotifications?: number;
  /** How many expunged uids each mailbox remembers for QRESYNC. Left out: 100,000. */
  readonly maxExpungedUids?: number;
  /** What the sandbox takes for the current time. */
  readonly clock?: () => Date;
}
