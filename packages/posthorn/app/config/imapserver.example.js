// @ts-check
/**
 * The mail servers that users of this installation may sign in to (AUTH_PROVIDER=single-imap-user).
 *
 * Copy this file to imapserver.js (`posthorn copyconfig` does it) and keep what you need. Entries are
 * tried in this order: the first one with a matching expression is the mail account of the user.
 *
 * Write expressions as /@example\.org$/i, or in quotes as in PHP, where every backslash counts twice:
 * '/@example\\.org$/i', '#@example\\.org$#'. Without its backslash a dot stands for any character, and without
 * the $ at its end an expression also matches jane@example.org.elsewhere. Look-around and back-references cannot
 * be used: expressions run in linear time, whatever the user name is.
 *
 * Posthorn signs in with user name and password. What each provider wants before it takes them is written at its
 * entry, and in docs/providers.md with what else is known of it.
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
    // Needs an app password, which needs 2-Step Verification: https://myaccount.google.com/apppasswords
    // The folders of Gmail are below [Gmail], in some countries below [Google Mail].
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
    // Cannot work any more: since September 2024 Microsoft takes OAuth 2.0 only, no passwords and no app
    // passwords, and Posthorn has no OAuth 2.0. The entry is here so that it is not looked for.
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
    // Needs an app password: https://login.yahoo.com/account/security, "Generate app password".
    id: 'yahoo',
    inbox_type: 'IMAP',
    inbox_address: 'imap.mail.yahoo.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.mail.yahoo.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@(yahoo|ymail|rocketmail)\.com$/i, /@yahoo\.(de|fr|it|es|se|ca|co\.uk|co\.in|co\.nz)$/i],
    root: [],
  },
  {
    // Needs an app password: https://login.aol.com/account/security, "Generate app password".
    id: 'aol',
    inbox_type: 'IMAP',
    inbox_address: 'imap.aol.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.aol.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@(aol|aim)\.com$/i, /@aol\.(de|fr|it|es|co\.uk)$/i],
    root: [],
  },
  {
    // Needs an app-specific password: https://account.apple.com, Sign-In and Security. Apple documents the name
    // before the @ as the IMAP user; the whole address, which is sent here, is reported to work as well. Domains of
    // your own at iCloud+ do not work: there the user name is another address.
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
    // POP3 and IMAP have to be allowed first: https://hilfe.gmx.net/pop-imap/einschalten.html
    // With two-factor authentication: an application-specific password.
    id: 'gmx',
    inbox_type: 'IMAP',
    inbox_address: 'imap.gmx.net',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'mail.gmx.net',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@gmx\.(net|de|at|ch|eu|org|info|biz)$/i],
    root: [],
  },
  {
    // The same company as gmx.net, on servers of its own. Whether IMAP has to be allowed first is not verified here;
    // gmx.net demands it. With two-factor authentication: an application-specific password.
    id: 'gmx.com',
    inbox_type: 'IMAP',
    inbox_address: 'imap.gmx.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'mail.gmx.com',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@gmx\.(com|us|co\.uk|fr|es|ca|it|ie|pt|se)$/i],
    root: [],
  },
  {
    // POP3 and IMAP have to be allowed first: https://hilfe.web.de/pop-imap/einschalten.html
    // With two-factor authentication: an application-specific password (not verified here). Other mail programs send
    // the name before the @ as user; that the whole address, which is sent here, works as well is not verified.
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
    // Access by mail programs has to be switched on first, in the settings of the mailbox: POP3/IMAP/SMTP.
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
  {
    // Needs an app password: Settings > Privacy & Security. The password of the account is never taken.
    // Fastmail has many more domains; add yours.
    id: 'fastmail',
    inbox_type: 'IMAP',
    inbox_address: 'imap.fastmail.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.fastmail.com',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@fastmail\.(com|fm|net|org|de|co\.uk)$/i],
    root: [],
  },
  {
    // Takes the password of the mailbox; with two-factor authentication an application password: All settings >
    // Security > Application passwords. The user is always the main address of the mailbox.
    id: 'mailbox.org',
    inbox_type: 'IMAP',
    inbox_address: 'imap.mailbox.org',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.mailbox.org',
    outbox_port: 465,
    outbox_secure: 'ssl',
    match: [/@mailbox\.org$/i],
    root: [],
  },
];
