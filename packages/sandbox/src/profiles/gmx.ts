/** GMX and WEB.DE: few extensions, German names, wrong structures. */
import { formatBodyStructure } from '../imap/responses/body-structure.ts';
import type { DescribedPart } from '../imap/session/answer-quirks.ts';
import { FLAT_LAYOUT } from '../mailbox/layout.ts';
import type { Profile } from './profile.ts';

export const gmx: Profile = {
  layout: FLAT_LAYOUT,
  mailboxes: [
    { name: 'Entwürfe', specialUse: '\\Drafts' },
    { name: 'Gesendet', specialUse: '\\Sent' },
    { name: 'Gelöscht', specialUse: '\\Trash' },
    { name: 'Spamverdacht', specialUse: '\\Junk' },
    { name: 'OUTBOX' },
  ],
  capabilities: [
    'SASL-IR',
    'LITERAL-',
    'ID',
    'IDLE',
    'STARTTLS',
    'AUTH=PLAIN',
    'AUTH=LOGIN',
    'UNSELECT',
    'CHILDREN',
    'NAMESPACE',
    'UIDPLUS',
  ],
  announcement: { hidden: [], extra: [], serverName: 'IMAP server' },
  login: {
    smtpMechanisms: ['LOGIN', 'PLAIN'],
    refusals: { 'wrong-credentials': { code: 'AUTHENTICATIONFAILED', text: 'authentication failed' } },
  },
  keepsKeywords: true,
  quirks: { describePart: describeAsSinglePart },
};

/** One part of the type `multipart`. */
function describeAsSinglePart({ part, form, isNested }: DescribedPart): string | undefined {
  if (part.type !== 'multipart' || !isNested) return undefined;
  return formatBodyStructure({ ...part, type: 'MULTIPART', children: [] }, { form });
}
