// @ts-check
/** Users of our own: `app/users.json` says who may sign in, and which mail account belongs to whom. */
import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { defineBindings, MailError, passwordLogin } from 'posthorn/bindings';

/**
 * @typedef {object} User
 * @property {string} salt
 * @property {string} hash scrypt of password and salt, 32 octets in hexadecimal digits.
 * @property {string} address
 * @property {{ host: string, port: number, isTls: boolean, user: string, password: string }} imap
 * @property {{ host: string, port: number, security: import('posthorn/bindings').OutboxSecurity }} smtp
 */

/** @type {(password: string, salt: string, length: number) => Promise<unknown>} */
const derive = promisify(scrypt);
const file = new URL('../users.json', import.meta.url);
/** @type {Map<string, User>} A Map: a user called `constructor` is a user like others. */
const users = new Map(Object.entries(JSON.parse(await readFile(file, 'utf8'))));

/**
 * The user, when the password is right. An unknown user costs the same time as a wrong password.
 * @param {import('posthorn/bindings').RequestCredentials} credentials
 */
async function requireUser({ login }) {
  const user = users.get(login.user);
  const derived = await derive(login.secret.reveal(), user?.salt ?? 'nobody', 32);
  const expected = user ? Buffer.from(user.hash, 'hex') : createHash('sha256').update('nobody').digest();
  if (user && timingSafeEqual(/** @type {Buffer} */ (derived), expected)) return user;
  throw new MailError('authentication-failed', { detail: 'The user name or the password is wrong.' });
}

/**
 * @param {User} user
 * @returns {import('posthorn/bindings').MailAccount}
 */
function toAccount({ address, imap, smtp }) {
  const owner = { address, name: address };
  const login = passwordLogin(imap.user, imap.password);
  return {
    id: /** @type {import('posthorn/bindings').MailAccountId} */ ('mail'),
    ...{ name: address, from: owner, replyTo: owner, login },
    inbox: { type: 'IMAP', host: imap.host, port: imap.port, isTls: imap.isTls },
    outbox: { ...smtp, login },
    roots: [],
    // The operator wrote users.json: its hosts may be private.
    origin: 'operator',
  };
}

export default defineBindings({
  authProvider: () => ({
    hasSignIn: true,
    listAccounts: async (credentials) => [toAccount(await requireUser(credentials))],
    async getAccount({ credentials, id }) {
      const account = toAccount(await requireUser(credentials));
      if (account.id === id) return account;
      throw new MailError('mail-account-unknown', { detail: 'The user has no mail account with this id.' });
    },
  }),
});
