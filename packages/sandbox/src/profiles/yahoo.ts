/** Yahoo and AOL: no IDLE, unusable mod-sequences, bounded FETCH. */
import type { CommandResult, Invocation } from '../imap/commands/command.ts';
import { resolveMessageSet } from '../imap/commands/message-set.ts';
import type { RunCommand } from '../imap/quirks.ts';
import { ArgumentReader } from '../imap/wire/argument-reader.ts';
import { refuse, reject } from '../imap/wire/refusal.ts';
import { formatSequenceSet } from '../imap/wire/sequence-set.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { Profile } from './profile.ts';

/** RFC 9738 §3. */
const MAX_FETCHED_MESSAGES = 1000;

export const yahoo: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Archive', specialUse: '\\Archive' },
    { name: 'Bulk', specialUse: '\\Junk' },
    { name: 'Draft', specialUse: '\\Drafts' },
    { name: 'Sent', specialUse: '\\Sent' },
    { name: 'Trash', specialUse: '\\Trash' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL+',
    'ID',
    'STARTTLS',
    'AUTH=PLAIN',
    'AUTH=XOAUTH2',
    'AUTH=OAUTHBEARER',
    'UNSELECT',
    'CHILDREN',
    'NAMESPACE',
    'UIDPLUS',
    'SPECIAL-USE',
    'CONDSTORE',
    'MOVE',
    'OBJECTID',
  ],
  announcement: {
    hidden: ['SPECIAL-USE', 'CONDSTORE'],
    extra: ['XYMHIGHESTMODSEQ', 'X-MSG-EXT', `MESSAGELIMIT=${MAX_FETCHED_MESSAGES}`],
    serverName: 'IMAP4rev1',
  },
  login: {
    smtpMechanisms: ['PLAIN', 'LOGIN', 'XOAUTH2', 'OAUTHBEARER'],
    refusals: {
      'wrong-credentials': { code: 'AUTHENTICATIONFAILED', text: 'AUTHENTICATE Invalid credentials' },
    },
  },
  keepsKeywords: true,
  quirks: { run, tellsExpungesUpwards: true },
};

async function run(invocation: Invocation, handle: RunCommand): Promise<CommandResult> {
  const { name, args } = invocation;
  if (/\b(?:CONDSTORE|MODSEQ|HIGHESTMODSEQ|CHANGEDSINCE|UNCHANGEDSINCE)\b/i.test(args.rest)) {
    throw reject(`[CLIENTBUG] ${name} Command arguments invalid`);
  }
  if (name === 'SEARCH' && /\bHEADER /i.test(args.rest)) {
    throw refuse('SEARCH Server error - Please try again later', 'SERVERBUG');
  }
  return name === 'FETCH' ? fetchNewest(invocation, handle) : handle(invocation);
}

/** A code names the lowest answered one (RFC 9738 §3.1). */
async function fetchNewest(invocation: Invocation, handle: RunCommand): Promise<CommandResult> {
  const { session, isUid, args } = invocation;
  const [, set = '', rest = ''] = /^ ([0-9:*,]+)( .*)$/s.exec(args.rest) ?? [];
  if (set === '') return handle(invocation);
  const named = resolveMessageSet(session.requireView(), { text: set, isUid });
  const newest = named.slice(-MAX_FETCHED_MESSAGES);
  if (newest.length === named.length) return handle(invocation);

  const numbers = newest.map(({ number, message }) => (isUid ? message.uid : number));
  const text = ` ${formatSequenceSet(numbers)}${rest}`;
  const result = await handle({ ...invocation, args: new ArgumentReader({ text, literals: new Map() }, 0) });
  return { ...result, code: `MESSAGELIMIT ${MAX_FETCHED_MESSAGES} ${newest[0]?.message.uid}` };
}
