/** Exchange Server: rewrites messages and estimates sizes. */
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import { rewriteMessage } from './exchange-rewriting.ts';
import type { Profile } from './profile.ts';

/** Without `EnableExactRFC822Size`. */
const SIZE_FACTOR = 1.05;
const SIZE_OFFSET_OCTETS = 97;

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
