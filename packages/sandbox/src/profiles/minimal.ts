/** RFC 3501 without optional parts. */
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { OctetText } from '../octet-text.ts';
import type { Profile } from './profile.ts';

/** RFC 3501 §6.3.1. */
const OMITTED = /^OK \[(?:UNSEEN|PERMANENTFLAGS|UIDNEXT) /;

export const minimal: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Drafts', specialUse: '\\Drafts' },
    { name: 'Sent', specialUse: '\\Sent' },
    { name: 'Trash', specialUse: '\\Trash' },
  ],
  capabilities: [],
  announcement: { hidden: [], extra: [], serverName: 'IMAP4rev1 Server' },
  login: {
    smtpMechanisms: ['LOGIN'],
    refusals: { 'wrong-credentials': { text: 'LOGIN failed' } },
  },
  keepsKeywords: false,
  quirks: { tell: (line: OctetText) => (OMITTED.test(line) ? [] : [line]) },
};
