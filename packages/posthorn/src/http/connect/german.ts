import { APP_PASSWORD_PAGES, type Texts } from './texts.ts';

export const GERMAN: Texts = {
  title: 'Postfach verbinden',
  titleAgain: 'Postfach erneut verbinden',
  errorTitle: (title) => `Problem: ${title}`,
  intro: (site) => `${site} möchte mit Ihren E-Mails arbeiten. Danach kehren Sie dorthin zurück.`,
  address: 'E-Mail-Adresse',
  otherAddress: 'Andere Adresse verwenden',
  next: 'Weiter',
  password: 'Passwort',
  connect: 'Verbinden',
  cancel: 'Abbrechen',
  or: 'oder',
  signInWith: (provider) => `Weiter mit ${provider}`,
  goingTo: (provider) => `Weiter zu ${provider}`,
  signInThere: 'Melden Sie sich dort an. Danach kommen Sie hierher zurück.',
  servers: 'Mailserver',
  receiving: 'Empfang',
  sending: 'Versand',
  nothingToSend: 'keiner: E-Mails lassen sich lesen, aber nicht senden',
  host: 'Name des Servers',
  port: 'Port',
  portWord: 'Port',
  encryption: 'Verschlüsselung',
  tls: 'TLS',
  starttls: 'STARTTLS',
  user: 'Benutzername',
  confidence: {
    certain: 'Das sind die Server Ihrer Adresse.',
    likely:
      'Diese Server sind wahrscheinlich richtig. Prüfen Sie vor der Eingabe des Passworts, ob sie zu Ihrem Anbieter gehören.',
    guess:
      'Diese Server sind nur vermutet. Prüfen Sie vor der Eingabe des Passworts, ob sie zu Ihrem Anbieter gehören.',
  },
  byHand: 'Server selbst eingeben',
  byHandTitle: 'Ihre Mailserver',
  byHandHint: 'Sie stehen auf den Hilfeseiten Ihres Anbieters, oft unter „IMAP und SMTP“.',
  nothingFound: (address) => `Für ${address} wurden keine Mailserver gefunden.`,
  receivingServer: 'Server für den Empfang (IMAP)',
  sendingServer: 'Server für den Versand (SMTP)',
  sendingHint: 'Leer lassen, um E-Mails nur zu lesen.',
  noPasswords: (host, site) =>
    `${host} nimmt keine Passwörter von Mailprogrammen an, und eine andere Anmeldung gibt es hier noch nicht. Bitten Sie ${site}, sie einzurichten.`,
  appPassword: {
    google: {
      text: 'Google verlangt hier ein App-Passwort, nicht das Passwort Ihres Kontos. Dafür muss die Bestätigung in zwei Schritten eingeschaltet sein.',
      url: APP_PASSWORD_PAGES.google,
    },
    microsoft: { text: 'Microsoft nimmt keine Passwörter von Mailprogrammen mehr an.', url: null },
    yahoo: {
      text: 'Yahoo und AOL verlangen hier ein App-Passwort, nicht das Passwort Ihres Kontos.',
      url: APP_PASSWORD_PAGES.yahoo,
    },
    apple: {
      text: 'Apple verlangt hier ein app-spezifisches Passwort, nicht das Passwort Ihres Kontos.',
      url: APP_PASSWORD_PAGES.apple,
    },
    fastmail: {
      text: 'Fastmail verlangt hier ein App-Passwort mit Zugriff auf IMAP und SMTP.',
      url: APP_PASSWORD_PAGES.fastmail,
    },
  },
  openPage: 'App-Passwort erstellen (neuer Tab)',
  fields: {
    address: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel jana@example.org.',
    password: 'Geben Sie das Passwort ein.',
    host: 'Geben Sie den Namen eines Servers ein, zum Beispiel imap.example.org.',
    port: 'Geben Sie einen Port von 1 bis 65535 ein.',
    user: 'Geben Sie den Benutzernamen ein; oft ist es die E-Mail-Adresse.',
  },
  failures: {
    'password-refused': {
      title: 'Der Mailserver hat das Passwort nicht angenommen',
      remedy:
        'Prüfen Sie es. Viele Anbieter verlangen für andere Programme ein App-Passwort, oder IMAP muss erst in den Einstellungen des Postfachs erlaubt werden.',
    },
    'sign-in-refused': {
      title: 'Die Anmeldung wurde nicht abgeschlossen',
      remedy:
        'Es wurde nichts verbunden. Versuchen Sie es erneut und stimmen Sie dem Zugriff zu, nach dem der Anbieter fragt.',
    },
    'sign-in-used': {
      title: 'Diese Anmeldung lässt sich nicht verwenden',
      remedy:
        'Sie wurde schon verwendet, ist abgelaufen oder begann in einem anderen Browser. Öffnen Sie den Link der Seite erneut.',
    },
    'other-mailbox': {
      title: 'Das ist ein anderes Postfach',
      remedy: 'Melden Sie sich mit der Adresse an, die hier steht. Es wurde nichts geändert.',
    },
    'servers-changed': {
      title: 'Die Adresse hat sich inzwischen geändert',
      remedy: 'Vielleicht in einem anderen Tab. Prüfen Sie die Adresse und fahren Sie fort.',
    },
    unreachable: {
      title: 'Der Mailserver antwortet nicht',
      remedy: 'Prüfen Sie den Namen des Servers und den Port, oder versuchen Sie es später.',
    },
    'not-secure': {
      title: 'Der Mailserver bietet keine sichere Anmeldung',
      remedy: 'Das Passwort wurde nicht gesendet. Fragen Sie Ihren Anbieter nach Servern mit TLS.',
    },
    'not-allowed': {
      title: 'Dieser Server lässt sich hier nicht verwenden',
      remedy: 'Sein Name oder Port ist nicht erlaubt. Prüfen Sie beides.',
    },
    closed: {
      title: 'Das Postfach ist für andere Programme gesperrt',
      remedy:
        'Melden Sie sich zuerst im Browser bei Ihrem Anbieter an: Oft fragt er dort nach einer Bestätigung.',
    },
    'slow-down': {
      title: 'Zu viele Versuche',
      remedy: 'Warten Sie einige Minuten und versuchen Sie es dann erneut.',
    },
    'try-later': {
      title: 'Das geht gerade nicht',
      remedy: 'Es wurde nichts verbunden. Versuchen Sie es in einigen Minuten erneut.',
    },
    'no-cookie': {
      title: 'Das Formular kam nicht von dieser Seite',
      remedy: 'Erlauben Sie Cookies für diese Seite, laden Sie sie neu und versuchen Sie es noch einmal.',
    },
    unexpected: {
      title: 'Etwas ist schiefgegangen',
      remedy:
        'Es wurde nichts verbunden. Versuchen Sie es erneut; wenn es wieder geschieht, fragen Sie, wer Sie hierher geschickt hat.',
    },
  },
  ended: {
    connected: { title: 'Ihr Postfach ist verbunden', remedy: 'Sie können diese Seite schließen.' },
    failed: { title: 'Es wurde nichts verbunden', remedy: 'Der Link dieser Seite gilt nicht mehr.' },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      remedy: 'Lassen Sie sich dort, wo Sie ihn bekommen haben, einen neuen geben.',
    },
  },
  unknown: {
    title: 'Dieser Link ist ungültig',
    remedy:
      'Vielleicht fehlt ein Teil davon. Lassen Sie sich dort, wo Sie ihn bekommen haben, einen neuen geben.',
  },
  backTo: (site) => `Zurück zu ${site}`,
  tryAgain: 'Erneut versuchen',
};
