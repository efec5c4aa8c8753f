/** iCloud: half-implemented extensions, and a proxy garbling responses. */
import type { CommandResult, Invocation } from '../imap/commands/command.ts';
import type { RunCommand } from '../imap/quirks.ts';
import type { FetchedItems, ReceivingSession } from '../imap/session/answer-quirks.ts';
import type { WirePiece } from '../imap/wire/wire-text.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { OctetText } from '../octet-text.ts';
import type { Profile } from './profile.ts';

/** After their first CAPABILITY response. */
const ASKED = new WeakSet<ReceivingSession>();
const CUT_OCTETS = 4;

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

/** SELECT with QRESYNC reports the oldest message as vanished. */
async function run(invocation: Invocation, handle: RunCommand): Promise<CommandResult> {
  const isResync = / \(.*\bQRESYNC \(/i.test(invocation.args.rest);
  const result = await handle(invocation);
  const oldest = invocation.session.view?.messages[0];
  if (isResync && oldest !== undefined) invocation.session.untagged(`VANISHED (EARLIER) ${oldest.uid}`);
  return result;
}

/** Never confirms ENABLE; cuts the first CAPABILITY response. */
function tell(line: OctetText, session: ReceivingSession): readonly OctetText[] {
  if (line.startsWith('ENABLED')) return [];
  if (!line.startsWith('CAPABILITY ') || session.account !== undefined || ASKED.has(session)) return [line];
  ASKED.add(session);
  return [line.slice(0, -CUT_OCTETS)];
}

/** No RFC822 items, no escapes in ENVELOPE, quoted field names. */
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
