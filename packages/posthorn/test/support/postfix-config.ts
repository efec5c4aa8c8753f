/** The configuration texts of a private Postfix 3 instance. */

/** What the files depend on. Paths are absolute. */
export interface PostfixConfig {
  readonly folder: string;
  readonly port: number;
  /** The socket at which Dovecot checks passwords. */
  readonly authSocket: string;
  /** The domain that has mailboxes here, and its only addresses. */
  readonly domain: string;
  readonly addresses: readonly string[];
  readonly maxMessageOctets: number;
}

/**
 * The text of main.cf: a submission server that takes mail of users who sign in over TLS, delivers all of it to one
 * maildir, and touches no message: it looks up no names, rewrites no header fields, and slows nobody down.
 */
export function toMainConfig(config: PostfixConfig): string {
  const { folder, authSocket, domain, addresses, maxMessageOctets } = config;
  const mailboxes = addresses.map((address) => `{ ${address} = all/ }`).join(', ');
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mail.example.org
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks =
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
default_transport = error:This server sends nothing on.
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = inline:{ ${mailboxes} }
virtual_mailbox_base = ${folder}/mail
virtual_minimum_uid = 1
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
message_size_limit = ${maxMessageOctets}
local_header_rewrite_clients =
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${authSocket}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_chain_files = ${folder}/server.key, ${folder}/server.pem
`;
}

/** The text of master.cf: what receives and delivers mail, without a chroot. */
export function toMasterConfig({ port }: PostfixConfig): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
tlsmgr unix - - n 1000? 1 tlsmgr
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
`;
}
