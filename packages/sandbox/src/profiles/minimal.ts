/** A server of RFC 3501 and nothing else, which leaves out what clients must do without. */
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { OctetText } from '../octet-text.ts';
import type { Profile } from './profile.ts';

/** What SELECT may leave out (RFC 3501 §6.3.1). */
const OMITTED = /^OK \[(?:UNSEEN|PERMANENTFLAGS|UIDNEXT) /;

/** The profile of a server without extensions. */
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
