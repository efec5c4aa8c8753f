/** Gmail: labels as mailboxes, no SORT. */
import type { DescribedPart } from '../imap/session/answer-quirks.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { Profile } from './profile.ts';

const MAX_CONNECTIONS = 15;
const APPEND_LIMIT = 35_651_584;
const TOKEN_SESSION_MS = 60 * 60 * 1000;

export const gmail: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: '[Gmail]/All Mail', specialUse: '\\All' },
    { name: '[Gmail]/Drafts', specialUse: '\\Drafts' },
    { name: '[Gmail]/Important' },
    { name: '[Gmail]/Sent Mail', specialUse: '\\Sent' },
    { name: '[Gmail]/Spam', specialUse: '\\Junk' },
    { name: '[Gmail]/Starred', specialUse: '\\Flagged' },
    { name: '[Gmail]/Trash', specialUse: '\\Trash' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL-',
    'ID',
    'ENABLE',
    'IDLE',
    'STARTTLS',
    'AUTH=PLAIN',
    'AUTH=XOAUTH2',
    'AUTH=OAUTHBEARER',
    'ESEARCH',
    'UNSELECT',
    'CHILDREN',
    'NAMESPACE',
    'UIDPLUS',
    'LIST-EXTENDED',
    'LIST-STATUS',
    'SPECIAL-USE',
    'CONDSTORE',
    'MOVE',
    'APPENDLIMIT',
    'X-GM-EXT-1',
  ],
  announcement: {
    hidden: [],
    extra: ['COMPRESS=DEFLATE', 'QUOTA', 'XLIST', 'UTF8=ACCEPT', 'AUTH=PLAIN-CLIENTTOKEN'],
    serverName: 'Gimap',
  },
  login: {
    smtpMechanisms: ['LOGIN', 'PLAIN', 'XOAUTH2', 'OAUTHBEARER'],
    maxSessionsPerUser: MAX_CONNECTIONS,
    tokenSessionMs: TOKEN_SESSION_MS,
    refusals: {
      'wrong-credentials': { code: 'AUTHENTICATIONFAILED', text: 'Invalid credentials (Failure)' },
      'too-many-sessions': {
        code: 'ALERT',
        text: 'Too many simultaneous connections. (Failure)',
        smtpReplyCode: 421,
      },
    },
  },
  keepsKeywords: true,
  appendLimit: APPEND_LIMIT,
  hasLabels: true,
  storesSentMail: true,
  quirks: { describePart: describeEmptyMultipart },
};

/** Just `("ALTERNATIVE")`. */
function describeEmptyMultipart({ part }: DescribedPart): string | undefined {
  const isEmpty = part.type === 'multipart' && part.children.length === 0;
  return isEmpty ? `("${part.subtype.toUpperCase()}")` : undefined;
}
