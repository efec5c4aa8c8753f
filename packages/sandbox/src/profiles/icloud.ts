/** iCloud: extensions that are announced and half there, behind a proxy that garbles what it passes on. */
import type { CommandResult, Invocation } from '../imap/commands/command.ts';
import type { RunCommand } from '../imap/quirks.ts';
import type { FetchedItems, ToldSession } from '../imap/session/answer-quirks.ts';
import type { WirePiece } from '../imap/wire/wire-text.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { OctetText } from '../octet-text.ts';
import type { Profile } from './profile.ts';

/** Sessions whose first CAPABILITY answer is through. */
const ASKED = new WeakSet<ToldSession>();
/** The proxy cuts so many octets off the first answer. */
const CUT_OCTETS = 4;

/** The profile of iCloud. */
export const icloud: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Archive', specialUse: '\\Archive' },
    { name: 'Deleted Messages', specialUse: '\\Trash' },
    { name: 'Drafts', specialUse: '\\Drafts' },
    { name: 'Junk', specialUse: '\\Junk' },
    { name: 'Notes' },
    { name: 'Sent Messages', specialUse: '\\Sent' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL+',
    'ID',
    'ENABLE',
    'IDLE',
    'STARTTLS',
    'AUTH=PLAIN',
    'ESEARCH',
    'UNSELECT',
    'NAMESPACE',
    'UIDPLUS',
    'LIST-EXTENDED',
    'LIST-STATUS',
    'SPECIAL-USE',
    'STATUS=SIZE',
    'CONDSTORE',
    'QRESYNC',
    'MOVE',
  ],
  announcement: {
    hidden: [],
    extra: ['IMAP4', 'XAPPLEPUSHSERVICE', 'XAPPLELITERAL', 'QUOTA', 'AUTH=ATOKEN'],
    serverName: 'iSCREAM',
  },
  login: {
    smtpMechanisms: ['PLAIN', 'LOGIN'],
    refusals: { 'wrong-credentials': { code: 'AUTHENTICATIONFAILED', text: 'Authentication Failed' } },
  },
  keepsKeywords: true,
  quirks: { run, tell, tellItems },
};

/** After SELECT with QRESYNC the oldest message is told to have vanished, though it is there. */
async function run(invocation: Invocation, handle: RunCommand): Promise<CommandResult> {
  const isResync = / \(.*\bQRESYNC \(/i.test(invocation.args.rest);
  const result = await handle(invocation);
  const oldest = invocation.session.view?.messages[0];
  if (isResync && oldest !== undefined) invocation.session.untagged(`VANISHED (EARLIER) ${oldest.uid}`);
  return result;
}

/** ENABLE is never told to have enabled anything; the first CAPABILITY answer is cut short. */
function tell(line: OctetText, session: ToldSession): readonly OctetText[] {
  if (line.startsWith('ENABLED')) return [];
  if (!line.startsWith('CAPABILITY ') || session.account !== undefined || ASKED.has(session)) return [line];
  ASKED.add(session);
  return [line.slice(0, -CUT_OCTETS)];
}

/** No RFC822, RFC822.HEADER and RFC822.TEXT, no escapes in ENVELOPE, and quotes around the names of header fields. */
function tellItems(items: FetchedItems): FetchedItems {
  return items
    .filter(([label]) => !/^RFC822(?:\.HEADER|\.TEXT)? $/.test(String(label)))
    .map(([first = '', ...rest]) => [toldItem(first), ...rest]);
}

function toldItem(piece: WirePiece): WirePiece {
  if (typeof piece !== 'string') return piece;
  if (piece.startsWith('ENVELOPE ')) return piece.replace(/\\(["\\])/g, '$1');
  return piece.replace(/(HEADER\.FIELDS(?:\.NOT)? )\(([^)"]*)\)/, (_all, section: string, names: string) => {
    return `${section}(${names.replace(/[^ ]+/g, '"$&"')})`;
  });
}
