/** The configuration text of a private Dovecot 2.3 instance. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** How mailbox names look: `INBOX.Sent` below a prefix, or `Sent` beside INBOX with `/` as separator. */
export type MailboxLayout = 'flat' | 'inbox-prefix';

/** How messages are stored: a file for each, or many in one, which takes thousands of them in a second. */
export type MailFormat = 'maildir' | 'mdbox';

/** What one configuration file depends on. Paths are absolute. */
export interface DovecotConfig {
  readonly folder: string;
  readonly layout: MailboxLayout;
  readonly format: MailFormat;
  readonly port: number;
  /** Present when TLS is offered: STARTTLS on `port`, implicit TLS here. */
  readonly tlsPort?: number;
  /** Replaces the announced capabilities (`imap_capability`); the commands themselves stay available. */
  readonly capability?: string;
  /** Further lines, verbatim, at the end of the file. */
  readonly settings?: string;
}

/** Below Maildir++ a name cannot hold the separator's twin, so `flat` keeps mailboxes as plain folders. */
const LAYOUTS = {
  flat: { separator: '/', prefix: '', directoryLayout: 'fs' },
  'inbox-prefix': { separator: '.', prefix: 'INBOX.', directoryLayout: 'Maildir++' },
} satisfies Record<MailboxLayout, { separator: string; prefix: string; directoryLayout: string }>;

/** The text of dovecot.conf, for root (mail belongs to nobody) or for the user who runs the tests. */
export function toDovecotConfig(config: DovecotConfig): string {
  return [
    basics(config.folder),
    identity(),
    tls(config),
    logins(config.folder),
    services(config),
    namespace(config),
    config.capability === undefined ? '' : `imap_capability = ${config.capability}`,
    config.settings ?? '',
    '',
  ].join('\n');
}

function basics(folder: string): string {
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
shutdown_clients = yes
mail_fsync = never`;
}

/** Root may not own mail in Dovecot, and an ordinary user cannot become anybody else. */
function identity(): string {
  const { uid, username } = userInfo();
  const [user, group] =
    uid === 0 ? ['nobody', 'nogroup'] : [username, execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()];
  return `default_internal_user = ${user}
default_login_user = ${user}
default_internal_group = ${group}
mail_uid = ${user}
mail_gid = ${group}
first_valid_uid = 1`;
}

function tls({ folder, tlsPort }: DovecotConfig): string {
  if (tlsPort === undefined) return 'ssl = no\ndisable_plaintext_auth = no';
  return `ssl = yes
ssl_cert = <${folder}/server.pem
ssl_key = <${folder}/server.key
disable_plaintext_auth = no`;
}

/** Without a failure delay Dovecot still answers a wrong password only at its next half-second tick. */
function logins(folder: string): string {
  return `auth_failure_delay = 0 secs
mail_max_userip_connections = 1000
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = home=${folder}/mail/%u
}`;
}

/**
 * Listeners on free ports and no chroot, which only root could enter. The penalty socket goes:
 * it slows every login of one address down after a wrong password.
 */
function services({ port, tlsPort }: DovecotConfig): string {
  return `service imap-login {
  chroot =
  service_count = 0
  client_limit = 1000
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort ?? 0}
    ssl = yes
  }
}
service imap {
  process_limit = 1000
}
service anvil {
  chroot =
  client_limit = 4000
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  client_limit = 4000
}
service stats {
  chroot =
  client_limit = 4000
}`;
}

function namespace({ folder, layout, format }: DovecotConfig): string {
  const { separator, prefix, directoryLayout } = LAYOUTS[layout];
  return `mail_location = ${format}:${folder}/mail/%u/mail:LAYOUT=${directoryLayout}
namespace inbox {
  inbox = yes
  prefix = ${prefix}
  separator = ${separator}
${['Drafts', 'Sent', 'Junk', 'Trash'].map((name) => mailbox(name, `\\${name}`)).join('\n')}
${mailbox('Archive', '')}
}`;
}

function mailbox(name: string, specialUse: string): string {
  const use = specialUse === '' ? '' : `\n    special_use = ${specialUse}`;
  return `  mailbox ${name} {
    auto = subscribe${use}
  }`;
}
