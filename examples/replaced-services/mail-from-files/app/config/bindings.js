// @ts-check
/** An archive of `.eml` files, `app/mail/<folder>/<uid>.eml`, for everybody who knows its password. Read-only. */
import { readFile } from 'node:fs/promises';
import { defineBindings, MailError } from 'posthorn/bindings';
import { createFileStore } from '../file-store.js';
import { readArchive } from '../read-archive.js';

const archive = await readArchive(new URL('../mail/', import.meta.url));
const password = await readFile(new URL('../archive-password', import.meta.url), 'utf8');

/** @returns {Promise<never>} */
async function refuse() {
  throw new MailError('access-denied', { detail: 'The archive is read-only.' });
}

export default defineBindings({
  mailStore: () => createFileStore(archive, password.trim()),
  authProvider: () => ({
    hasSignIn: false,
    listAccounts: (credentials) => [toAccount(credentials)],
    getAccount: ({ credentials, id }) => ({ ...toAccount(credentials), id }),
  }),
  mailWriter: () => ({
    ...{ changeFlags: refuse, moveMessage: refuse, copyMessage: refuse },
    ...{ deleteMessage: refuse, appendMessage: refuse, replaceMessage: refuse },
  }),
  mailBatchWriter: () => ({ changeFlags: refuse, moveMessages: refuse, deleteMessages: refuse }),
  mailboxWriter: () => ({
    ...{ createMailbox: refuse, renameMailbox: refuse, deleteMailbox: refuse, setSubscribed: refuse },
  }),
});

/**
 * The one account. The store proves its login: `verifyLogin` is asked before anything is read.
 * @param {import('posthorn/bindings').RequestCredentials} credentials
 * @returns {import('posthorn/bindings').MailAccount}
 */
function toAccount({ login }) {
  const owner = { address: 'archive@example.org', name: 'Archive' };
  return {
    id: /** @type {import('posthorn/bindings').MailAccountId} */ ('archive'),
    ...{ name: 'Archive', from: owner, replyTo: owner, login },
    // Nobody connects to it: the store does not.
    inbox: { type: 'IMAP', host: 'localhost', port: 143, isTls: false },
    roots: [],
    origin: 'operator',
  };
}
