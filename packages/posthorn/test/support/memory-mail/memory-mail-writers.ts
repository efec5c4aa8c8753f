/** The writers over mail in memory. They keep the contracts of writers. */
import {
  flagNames,
  isMarkedDeleted,
  storedFlags,
  versionFlags,
} from '../../../src/adapters/imap/session/flag-names.ts';
import type { OpenedMailbox } from '../../../src/adapters/imap/session/open-mailbox.ts';
import type { MailBatchWriter, MessageBatch } from '../../../src/application/ports/mail/mail-batch-writer.ts';
import type { MailWriter, NewVersion } from '../../../src/application/ports/mail/mail-writer.ts';
import type { MailboxWriter } from '../../../src/application/ports/mail/mailbox-writer.ts';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../src/domain/messages/message-identity.ts';
import type { MessageRef } from '../../../src/domain/messages/message-ref.ts';
import type { OctetSource } from '../../../src/domain/values/octet-source.ts';
import { parseHeaderFields } from '../../../src/message/headers/header-fields.ts';
import type { MemoryMail, MemoryMailbox, MemoryMessage } from './memory-mail.ts';

/** Changes single messages in memory. */
export function createMemoryMailWriter(mail: MemoryMail): MailWriter {
  return {
    async changeFlags({ change, ...message }) {
      const mailbox = mail.requireValid(message.mailbox, message.uidValidity);
      const names = flagNames(change, openedOf(mailbox));
      applyFlags(mail.requireMessage(message), names);
    },

    async moveMessage({ target, ...message }) {
      const copy = copyTo(mail, { message, target });
      mail.require(message.mailbox).remove(message.uid);
      return copy;
    },

    copyMessage: async ({ target, ...message }) => copyTo(mail, { message, target }),

    async deleteMessage(message) {
      mail.requireMessage(message);
      mail.require(message.mailbox).remove(message.uid);
    },

    async appendMessage({ mailbox: name, message }) {
      const mailbox = mail.require(name);
      const flags = storedFlags(message, openedOf(mailbox));
      const octets = await collect(message.octets);
      const internalDate = message.internalDate && new Date(message.internalDate.epochMs);
      return identityOf(mailbox, mailbox.add({ octets, flags, internalDate, isRecent: false }));
    },

    async replaceMessage({ version, ...message }) {
      const mailbox = mail.requireValid(message.mailbox, message.uidValidity);
      const change = flagNames(version.flags ?? {}, openedOf(mailbox));
      requireOld(mailbox, message, version);
      const octets = await collect(version.octets);
      // It may have been removed while the new version was read.
      const old = mailbox.find(message.uid);
      if (old === undefined || isMarkedDeleted(old.flags)) throw failure('outdated-version');
      const earlier = mailbox.messages.filter(
        (each) => each.uid === version.earlierUid && isUnsentDraft(each),
      );
      const stored = mailbox.add({ octets, flags: versionFlags(old.flags, change), isRecent: false });
      for (const { uid } of [old, ...earlier]) mailbox.remove(uid);
      return { ...identityOf(mailbox, stored), isOldRemoved: true };
    },
  };
}

/** Changes many messages in memory. */
export function createMemoryMailBatchWriter(mail: MemoryMail): MailBatchWriter {
  const writer = createMemoryMailWriter(mail);
  const present = ({ mailbox: name, uids, uidValidity }: MessageBatch): readonly MemoryMessage[] => {
    const wanted = new Set<number>(uids);
    return mail.requireValid(name, uidValidity).messages.filter(({ uid }) => wanted.has(uid));
  };
  return {
    async changeFlags({ change, ...batch }) {
      const messages = present(batch);
      const names = flagNames(change, openedOf(mail.require(batch.mailbox)));
      for (const message of messages) applyFlags(message, names);
      return new Set(messages.map(({ uid }) => uid));
    },

    async moveMessages({ target, ...batch }) {
      const { account, mailbox } = batch;
      const messages = present(batch);
      if (messages.length > 0) mail.require(target);
      const moved = new Map<MemoryMessage['uid'], MessageIdentity>();
      for (const { uid } of messages) {
        const ref = { account, mailbox, uid };
        moved.set(uid, copyTo(mail, { message: ref, target }));
        mail.require(mailbox).remove(uid);
      }
      return moved;
    },

    async deleteMessages(batch) {
      const messages = present(batch);
      const { account, mailbox } = batch;
      for (const { uid } of messages) await writer.deleteMessage({ account, mailbox, uid }, NO_SIGNAL);
      return new Set(messages.map(({ uid }) => uid));
    },
  };
}

const NO_SIGNAL = new AbortController().signal;

/** Changes mailboxes in memory. */
export function createMemoryMailboxWriter(mail: MemoryMail): MailboxWriter {
  const below = (name: MailboxName): readonly MailboxName[] =>
    mail.mailboxes.map((mailbox) => mailbox.name).filter((each) => each.startsWith(name + mail.delimiter));
  return {
    async createMailbox({ mailbox }) {
      if (mail.has(mailbox)) throw failure('conflict');
      mail.create({ name: mailbox });
      mail.subscribed.add(mailbox);
    },

    async renameMailbox({ mailbox, newName }) {
      if (mailbox === 'INBOX') throw failure('access-denied');
      mail.require(mailbox);
      if (mail.has(newName)) throw failure('conflict');
      for (const name of [mailbox, ...below(mailbox)]) {
        const renamed = (newName + name.slice(mailbox.length)) as MailboxName;
        mail.rename(name, renamed);
        if (mail.subscribed.delete(name)) mail.subscribed.add(renamed);
      }
    },

    async deleteMailbox({ mailbox }) {
      if (mailbox === 'INBOX') throw failure('access-denied');
      mail.require(mailbox);
      if (below(mailbox).length > 0) throw failure('conflict');
      mail.delete(mailbox);
    },

    async setSubscribed({ mailbox, isSubscribed }) {
      mail.require(mailbox);
      if (isSubscribed) mail.subscribed.add(mailbox);
      else mail.subscribed.delete(mailbox);
    },
  };
}

interface Copying {
  readonly message: MessageRef;
  readonly target: MailboxName;
}

function copyTo(mail: MemoryMail, { message, target: name }: Copying): MessageIdentity {
  const { uid: _uid, ...stored } = mail.requireMessage(message);
  const target = mail.require(name);
  return identityOf(target, target.add({ ...stored, isRecent: false }));
}

function applyFlags(
  message: MemoryMessage,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): void {
  const gone = new Set([...removed, ...added].map((flag) => flag.toLowerCase()));
  message.flags = [...message.flags.filter((flag) => !gone.has(flag.toLowerCase())), ...added];
}

/** Throws `outdated-version` when a newer version has taken the place of the message, else `message-unknown`. */
function requireOld(mailbox: MemoryMailbox, { uid }: MessageRef, version: NewVersion): void {
  const old = mailbox.find(uid);
  if (old !== undefined && !isMarkedDeleted(old.flags)) return;
  const isReplaced = versionsOf(mailbox, version).some((each) => each.uid > uid);
  throw failure(isReplaced ? 'outdated-version' : 'message-unknown');
}

function isUnsentDraft({ flags }: MemoryMessage): boolean {
  const names = new Set(flags.map((flag) => flag.toLowerCase()));
  const others = ['\\deleted', '$submitpending', '$submitted'];
  return names.has('\\draft') && others.every((name) => !names.has(name));
}

/** The versions that are to replace the same draft. */
function versionsOf(
  mailbox: MemoryMailbox,
  { rivalField: { name, value } }: NewVersion,
): readonly MemoryMessage[] {
  return mailbox.messages.filter(
    ({ octets, flags }) =>
      parseHeaderFields(octets).first(name)?.includes(value) &&
      flags.includes('\\Draft') &&
      !isMarkedDeleted(flags),
  );
}

function openedOf({ name, uidValidity }: MemoryMailbox): OpenedMailbox {
  return { name, uidValidity, uidNext: 1, hasModSeqs: false, flags: new Set(), permanentFlags: null };
}

function identityOf({ uidValidity }: MemoryMailbox, { uid }: MemoryMessage): MessageIdentity {
  return { uid, uidValidity };
}

async function collect(source: OctetSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function failure(code: MailErrorCode): MailError {
  return new MailError(code, { detail: `The mail in memory says ${code}.` });
}
