// @ts-check
/** Reads the mail of the archive into memory. */
import { readdir, readFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import { parseMailboxName, toUid } from 'posthorn/bindings';

/**
 * @typedef {object} FileMessage
 * @property {import('posthorn/bindings').Uid} uid
 * @property {Buffer} octets
 * @property {import('postal-mime').Email} email
 *
 * @typedef {Map<import('posthorn/bindings').MailboxName, readonly FileMessage[]>} Archive
 */

/**
 * One mailbox for each folder with the messages in the order of their uids. Other files are left out.
 * @param {URL} directory
 * @returns {Promise<Archive>}
 */
export async function readArchive(directory) {
  /** @type {Archive} */
  const archive = new Map();
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const name = parseMailboxName(entry.name);
    if (!entry.isDirectory() || name === undefined) continue;
    archive.set(name, await readMessages(new URL(`${encodeURIComponent(entry.name)}/`, directory)));
  }
  return archive;
}

/** @param {URL} folder */
async function readMessages(folder) {
  const messages = [];
  for (const file of await readdir(folder)) {
    const uid = toUid(Number(/^([1-9][0-9]{0,9})\.eml$/.exec(file)?.[1]));
    if (uid === undefined) continue;
    const octets = await readFile(new URL(file, folder));
    messages.push({ uid, octets, email: await PostalMime.parse(octets) });
  }
  return messages.sort((a, b) => a.uid - b.uid);
}
