// @ts-check
/**
 * The mail servers that users of this installation may sign in to (AUTH_PROVIDER=single-imap-user).
 *
 * Copy this file to imapserver.js (`posthorn copyconfig` does it) and keep what you need. Entries are
 * tried in this order: the first one with a matching expression is the mail account of the user.
 *
 * Write expressions as /@example\.org$/i. In quotes every backslash counts twice: '/@example\\.org$/i'.
 * Without its backslash a dot stands for any character. Look-around and back-references cannot be used.
 *
 * @typedef {object} MailServer
 * @property {string} id Unique in this file; clients see it as the id of the mail account.
 * @property {'IMAP'} [inbox_type] The receiving protocol.
 * @property {string} inbox_address Host name or IP address of the IMAP server.
 * @property {number} inbox_port 993 with TLS from the start, 143 otherwise.
 * @property {boolean} inbox_ssl True: TLS from the start. False: STARTTLS where offered, else clear text.
 * @property {string} [outbox_address] Host name or IP address of the SMTP server.
 * @property {number} [outbox_port] 465 for ssl, 587 for starttls.
 * @property {'ssl' | 'tls' | 'starttls' | 'none'} [outbox_secure] ssl: TLS from the start. tls and starttls: STARTTLS.
 * @property {RegExp | string | (RegExp | string)[]} match Expressions for the user names of this server.
 * @property {string[]} [root] Mailboxes that act as root folders; their prefix is not shown. Empty: all
 *   mailboxes are shown. Missing: INBOX.
 */

/** @type {MailServer[]} */
export default [
  {
    // Needs an app password: Google account > Security > 2-Step Verification > App passwords.
    id: 'gmail',
    inbox_type: 'IMAP',
    inbox_address: 'imap.gmail.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.gmail.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@(gmail|googlemail)\.com$/i],
    root: ['INBOX', '[Gmail]', '[Google Mail]'],
  },
  {
    // Microsoft no longer takes passwords for most accounts (OAuth 2.0 only); keep it for those it still does.
    id: 'outlook.com',
    inbox_type: 'IMAP',
    inbox_address: 'outlook.office365.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp-mail.outlook.com',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@(outlook|hotmail|live|msn)\.com$/i],
    root: [],
  },
  {
    // Needs an app password: Account security > Generate app password.
    id: 'yahoo',
    inbox_type: 'IMAP',
    inbox_address: 'imap.mail.yahoo.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.mail.yahoo.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@(yahoo|ymail|rocketmail)\.com$/i, /@yahoo\.(de|fr|it|es|co\.uk)$/i],
    root: [],
  },
  {
    // Needs an app password: Account security > Generate app password.
    id: 'aol',
    inbox_type: 'IMAP',
    inbox_address: 'imap.aol.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.aol.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@aol\.com$/i],
    root: [],
  },
  {
    // Needs an app-specific password: account.apple.com > Sign-In and Security.
    id: 'icloud',
    inbox_type: 'IMAP',
    inbox_address: 'imap.mail.me.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.mail.me.com',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@(icloud|me|mac)\.com$/i],
    root: [],
  },
  {
    // IMAP has to be allowed first: E-Mail > Settings > POP3/IMAP. With two-factor login: an app password.
    id: 'gmx',
    inbox_type: 'IMAP',
    inbox_address: 'imap.gmx.net',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'mail.gmx.net',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@gmx\.(de|net)$/i],
    root: [],
  },
  {
    // IMAP has to be allowed first: E-Mail > Settings > POP3/IMAP. With two-factor login: an app password.
    id: 'web.de',
    inbox_type: 'IMAP',
    inbox_address: 'imap.web.de',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.web.de',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@web\.de$/i],
    root: [],
  },
  {
    // Access by other programs has to be allowed first, in the settings of the mail account.
    id: 'freenet',
    inbox_type: 'IMAP',
    inbox_address: 'mx.freenet.de',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'mx.freenet.de',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@freenet\.de$/i],
    root: ['INBOX'],
  },
];
