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
 * Users sign in with a password, or with an OAuth access token that their client got from the provider
 * (node_modules/posthorn/docs/oauth.md).
 * What each provider wants before is written at its entry, and in node_modules/posthorn/docs/providers.md. To tell
 * clients under which id your application is registered, add clientId to oauth.
 *
 * @typedef {object} OAuth Where users get access tokens. Addresses are https://, or http:// on this machine.
 * @property {string} [issuer] The authorization server, when it describes itself (OpenID Connect Discovery).
 * @property {string} [authorize] Else its authorization endpoint,
 * @property {string} [token] its token endpoint,
 * @property {string} [device] and its device authorization endpoint, if it has one.
 * @property {string[]} scopes The scopes of a token for IMAP and SMTP.
 * @property {string} [clientId] The id of your application there. A secret has no place here: clients see all of this.
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
 * @property {('password' | 'bearer')[]} [auth] How users sign in; bearer: with an OAuth access token. Missing: password.
 * @property {OAuth} [oauth] Where users get tokens.
 * @property {number} [token_minutes] How long a connection lives on a token at most. Missing: 50.
 */

/** @type {MailServer[]} */
export default [
  {
    // Needs an app password, which needs 2-Step Verification: https://myaccount.google.com/apppasswords
    // Or a token of your own application. The scope is a restricted one: without Google's verification an application
    // has at most 100 users, or only those of its own organisation.
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
    auth: ['password', 'bearer'],
    oauth: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      scopes: ['https://mail.google.com/'],
    },
  },
  {
    // Since September 2024 Microsoft takes tokens only, no passwords and no app passwords. Register an application of
    // your own for personal accounts. A token for these scopes cannot have scopes of Microsoft Graph as well.
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
    auth: ['bearer'],
    oauth: {
      authorize: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize',
      token: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/token',
      device: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/devicecode',
      scopes: [
        'https://outlook.office.com/IMAP.AccessAsUser.All',
        'https://outlook.office.com/SMTP.Send',
        'offline_access',
      ],
    },
  },
  {
    // Work and school accounts, in domains of their own: write them into match. Tokens only for reading. An administrator
    // has to allow SMTP AUTH for the mailbox before it can send.
    id: 'microsoft365',
    inbox_type: 'IMAP',
    inbox_address: 'outlook.office365.com',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.office365.com',
    outbox_port: 587,
    outbox_secure: 'starttls',
    match: [/@your-organisation\.example$/i],
    root: [],
    auth: ['bearer'],
    oauth: {
      authorize: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize',
      token: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/token',
      device: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/devicecode',
      scopes: [
        'https://outlook.office.com/IMAP.AccessAsUser.All',
        'https://outlook.office.com/SMTP.Send',
        'offline_access',
      ],
    },
  },
  {
    // Needs an app password: https://login.yahoo.com/account/security, "Generate app password". Tokens are taken, but
    // Yahoo registers no new applications for mail.
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
    auth: ['password', 'bearer'],
    oauth: {
      authorize: 'https://api.login.yahoo.com/oauth2/request_auth',
      token: 'https://api.login.yahoo.com/oauth2/get_token',
      scopes: ['mail-w'],
    },
  },
  {
    // Needs an app password: https://login.aol.com/account/security, "Generate app password". Tokens as at Yahoo.
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
    auth: ['password', 'bearer'],
    oauth: {
      authorize: 'https://api.login.aol.com/oauth2/request_auth',
      token: 'https://api.login.aol.com/oauth2/get_token',
      scopes: ['mail-w'],
    },
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
    // Fastmail has many more domains; add yours. Applications for tokens are registered by contact with Fastmail.
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
    auth: ['password', 'bearer'],
    oauth: {
      authorize: 'https://api.fastmail.com/oauth/authorize',
      token: 'https://api.fastmail.com/oauth/refresh',
      scopes: [
        'https://www.fastmail.com/dev/protocol-imap',
        'https://www.fastmail.com/dev/protocol-smtp',
        'offline_access',
      ],
    },
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
