/** Outlook and Exchange Online: tokens only; IMAP4rev2 announced without support. */
import type { CommandResult, Invocation } from '../imap/commands/command.ts';
import type { RunCommand } from '../imap/quirks.ts';
import type { FetchedItems } from '../imap/session/answer-quirks.ts';
import { reject } from '../imap/wire/refusal.ts';
import type { WirePiece } from '../imap/wire/wire-text.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { Profile } from './profile.ts';

export const outlook: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Archive', specialUse: '\\Archive' },
    { name: 'Conversation History' },
    { name: 'Deleted Items', specialUse: '\\Trash' },
    { name: 'Drafts', specialUse: '\\Drafts' },
    { name: 'Junk Email', specialUse: '\\Junk' },
    { name: 'Notes' },
    { name: 'Outbox' },
    { name: 'Sent Items', specialUse: '\\Sent' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL+',
    'ID',
    'ENABLE',
    'IDLE',
    'STARTTLS',
    'AUTH=XOAUTH2',
    'LOGINDISABLED',
    'ESEARCH',
    'UNSELECT',
    'CHILDREN',
    'NAMESPACE',
    'UIDPLUS',
    'SPECIAL-USE',
    'MOVE',
  ],
  announcement: {
    hidden: ['LOGINDISABLED', 'ESEARCH', 'SPECIAL-USE'],
    extra: ['IMAP4', 'IMAP4rev2'],
    serverName: 'The Microsoft Exchange IMAP4 service is',
  },
  login: {
    smtpMechanisms: ['XOAUTH2'],
    refusals: {
      'wrong-credentials': { text: 'AUTHENTICATE failed.' },
      'login-disabled': { text: 'LOGIN failed.' },
    },
  },
  keepsKeywords: false,
  storesSentMail: true,
  quirks: { run, tellItems },
};

/** Refuses ENABLE; empty searches return nothing. */
async function run(invocation: Invocation, handle: RunCommand): Promise<CommandResult> {
  const { name, args } = invocation;
  if (name === 'ENABLE') throw reject('Command Error. 12');
  if (name === 'SEARCH' && /^ RETURN \(\) /i.test(args.rest)) return { text: 'SEARCH completed.' };
  return handle(invocation);
}

/** Boundary parameters are NIL. */
function tellItems(items: FetchedItems): FetchedItems {
  return items.map((pieces) => pieces.map(withoutBoundary));
}

function withoutBoundary(piece: WirePiece): WirePiece {
  if (typeof piece !== 'string' || !piece.startsWith('BODYSTRUCTURE ')) return piece;
  return piece.replace(/"boundary" "(?:[^"\\]|\\.)*"/gi, '"boundary" NIL');
}
