// @ts-check
/**
 * Sign-in at the providers of connected accounts, and where the connect page may return to.
 * node_modules/posthorn/docs/oauth.md says what each member means, and what has to be registered at the providers.
 *
 * Copy this file to oauth.js (posthorn copyconfig does), and add the providers at which you have registered an application. The
 * redirect address to register is that of your installation (APP_URL) with /rest-imapuser/oauth/callback below it. Secrets are in
 * files that only the server can read (mode 0600), never in this one. SIGHUP reads all of it again.
 */
export const google = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  scopes: ['openid', 'email', 'https://mail.google.com/'],
  clientId: 'YOUR-CLIENT-ID.apps.googleusercontent.com',
  clientSecretFile: 'google.secret',
  domains: ['gmail.com', 'googlemail.com'],
};

export const microsoft = {
  id: 'microsoft',
  name: 'Microsoft',
  authorizationEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  scopes: [
    'offline_access',
    'https://outlook.office.com/IMAP.AccessAsUser.All',
    'https://outlook.office.com/SMTP.Send',
  ],
  clientId: 'YOUR-CLIENT-ID',
  clientSecretFile: 'microsoft.secret',
  domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
};

export default {
  /** Addresses of your product, to which people return, such as 'https://crm.example/mailbox-connected'. */
  returnUrls: [],

  /** Such as [google, microsoft]. */
  providers: [],
};
