/** Exchange Server: it keeps no octets but its own idea of a message, and guesses how large that is. */
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import { rewriteMessage } from './exchange-rewriting.ts';
import type { Profile } from './profile.ts';

/** RFC822.SIZE is an estimate unless `EnableExactRFC822Size` is on: about so much too large. */
const SIZE_FACTOR = 1.05;
const SIZE_OFFSET_OCTETS = 97;

/** The profile of Exchange Server. */
export const exchange: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Calendar' },
    { name: 'Contacts' },
    { name: 'Deleted Items', specialUse: '\\Trash' },
    { name: 'Drafts', specialUse: '\\Drafts' },
    { name: 'Junk Email', specialUse: '\\Junk' },
    { name: 'Outbox' },
    { name: 'Sent Items', specialUse: '\\Sent' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL+',
    'ID',
    'IDLE',
    'STARTTLS',
    'AUTH=PLAIN',
    'UNSELECT',
    'CHILDREN',
    'NAMESPACE',
    'UIDPLUS',
    'MOVE',
  ],
  announcement: {
    hidden: [],
    extra: ['IMAP4', 'AUTH=NTLM', 'AUTH=GSSAPI'],
    serverName: 'The Microsoft Exchange IMAP4 service is',
  },
  login: {
    smtpMechanisms: ['LOGIN'],
    refusals: { 'wrong-credentials': { text: 'LOGIN failed.' } },
  },
  keepsKeywords: false,
  quirks: {
    tellSize: (octets) => Math.ceil(octets * SIZE_FACTOR) + SIZE_OFFSET_OCTETS,
    store: rewriteMessage,
  },
};
