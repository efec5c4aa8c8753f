import { APP_PASSWORD_PAGES, type Texts } from './texts.ts';

export const ENGLISH: Texts = {
  title: 'Connect your mailbox',
  titleAgain: 'Connect your mailbox again',
  errorTitle: (title) => `Problem: ${title}`,
  intro: (site) => `${site} would like to work with your mail. You return there afterwards.`,
  address: 'E-mail address',
  otherAddress: 'Use another address',
  next: 'Continue',
  password: 'Password',
  connect: 'Connect',
  cancel: 'Cancel',
  or: 'or',
  signInWith: (provider) => `Continue with ${provider}`,
  goingTo: (provider) => `Going to ${provider}`,
  signInThere: 'Sign in there. You come back afterwards.',
  servers: 'Mail servers',
  receiving: 'Receiving',
  sending: 'Sending',
  nothingToSend: 'none: mail can be read, and not sent',
  host: 'Name of the server',
  port: 'Port',
  portWord: 'port',
  encryption: 'Encryption',
  tls: 'TLS',
  starttls: 'STARTTLS',
  user: 'User name',
  confidence: {
    certain: 'These are the servers of your address.',
    likely:
      'These servers are probably right. Check that they belong to your provider before you enter the password.',
    guess:
      'These servers are a guess. Check that they belong to your provider before you enter the password.',
  },
  byHand: 'Enter the servers by hand',
  byHandTitle: 'Your mail servers',
  byHandHint: 'The help pages of your provider name them, often under “IMAP and SMTP”.',
  nothingFound: (address) => `No mail servers were found for ${address}.`,
  receivingServer: 'Server for receiving (IMAP)',
  sendingServer: 'Server for sending (SMTP)',
  sendingHint: 'Leave it empty to read mail only.',
  noPasswords: (host, site) =>
    `${host} takes no passwords of mail programs, and there is no other way to sign in here yet. Ask ${site} to set one up.`,
  appPassword: {
    google: {
      text: 'Google takes an app password here, not the password of your account. It needs 2-Step Verification.',
      url: APP_PASSWORD_PAGES.google,
    },
    microsoft: { text: 'Microsoft takes no passwords of mail programs any more.', url: null },
    yahoo: {
      text: 'Yahoo and AOL take an app password here, not the password of your account.',
      url: APP_PASSWORD_PAGES.yahoo,
    },
    apple: {
      text: 'Apple takes an app-specific password here, not the password of your account.',
      url: APP_PASSWORD_PAGES.apple,
    },
    fastmail: {
      text: 'Fastmail takes an app password with access to IMAP and SMTP here.',
      url: APP_PASSWORD_PAGES.fastmail,
    },
  },
  openPage: 'Make an app password (new tab)',
  fields: {
    address: 'Enter an e-mail address, such as jane@example.org.',
    password: 'Enter the password.',
    host: 'Enter the name of a server, such as imap.example.org.',
    port: 'Enter a port from 1 to 65535.',
    user: 'Enter the user name; often it is the e-mail address.',
  },
  failures: {
    'password-refused': {
      title: 'The mail server did not accept the password',
      remedy:
        'Check it. Many providers want an app password for other programs, or IMAP to be allowed in the settings of the mailbox first.',
    },
    'sign-in-refused': {
      title: 'The sign-in was not completed',
      remedy: 'Nothing was connected. Try again, and agree to the access that the provider asks about.',
    },
    'sign-in-used': {
      title: 'This sign-in cannot be used',
      remedy:
        'It was used already, has expired, or began in another browser. Open the link of the page again.',
    },
    'other-mailbox': {
      title: 'This is another mailbox',
      remedy: 'Sign in with the address that is shown here. Nothing was changed.',
    },
    'servers-changed': {
      title: 'The address has changed in the meantime',
      remedy: 'Perhaps in another tab. Check the address and continue.',
    },
    unreachable: {
      title: 'The mail server does not answer',
      remedy: 'Check the name of the server and the port, or try again later.',
    },
    'not-secure': {
      title: 'The mail server offers no safe way to sign in',
      remedy: 'The password was not sent. Ask your provider for servers with TLS.',
    },
    'not-allowed': {
      title: 'This server cannot be used here',
      remedy: 'Its name or port is not allowed. Check both.',
    },
    closed: {
      title: 'The mailbox is closed to other programs',
      remedy: 'Sign in at your provider in a browser first: it often asks for a confirmation there.',
    },
    'slow-down': {
      title: 'Too many attempts',
      remedy: 'Wait some minutes, then try again.',
    },
    'try-later': {
      title: 'This does not work at the moment',
      remedy: 'Nothing was connected. Try again in some minutes.',
    },
    'no-cookie': {
      title: 'The form was not sent from this page',
      remedy: 'Allow cookies for this page, load it again, and try once more.',
    },
    unexpected: {
      title: 'Something went wrong',
      remedy: 'Nothing was connected. Try again; if it happens again, ask who sent you here.',
    },
  },
  ended: {
    connected: { title: 'Your mailbox is connected', remedy: 'You can close this page.' },
    failed: { title: 'Nothing was connected', remedy: 'The link of this page has ended.' },
    expired: { title: 'This link has expired', remedy: 'Ask for a new one where you got it.' },
  },
  unknown: {
    title: 'This link is not valid',
    remedy: 'Perhaps a part of it is missing. Ask for a new one where you got it.',
  },
  backTo: (site) => `Back to ${site}`,
  tryAgain: 'Try again',
};
