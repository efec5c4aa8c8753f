import { assignFolderTypes, type FolderType } from '../domain/mailboxes/folder-type.ts';
import type { Mailbox } from '../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../domain/mailboxes/mailbox-name.ts';
import { type Check, ok, problem, warning } from './check.ts';

const USES = {
  INBOX: 'mail cannot be received',
  DRAFT: 'drafts cannot be kept where other mail programs find them',
  SENT: 'copies of sent mail have no place',
  JUNK: 'clients cannot offer to move mail to the junk',
  TRASH: 'clients cannot offer to move mail to the trash',
} as const satisfies Record<Exclude<FolderType, 'FOLDER'>, string>;

const TYPES = Object.keys(USES) as (keyof typeof USES)[];
const MAX_SHOWN_ROOTS = 5;

/** Checks found types, missing types, and roots. */
export function checkFolders(mailboxes: readonly Mailbox[], roots: readonly MailboxName[]): readonly Check[] {
  const types = assignFolderTypes(mailboxes);
  const nameOf = (type: FolderType) => [...types].find(([, each]) => each === type)?.[0];
  const found = TYPES.filter((type) => nameOf(type) !== undefined);
  const missing = TYPES.filter((type) => nameOf(type) === undefined);
  const list = found.map((type) => `${type} is ${nameOf(type)}`).join(', ') || 'none has a type';
  return [
    ok('folders', `${mailboxes.length} mailboxes: ${list}.`),
    ...missing.map(missingType),
    ...checkRoots(mailboxes, roots),
  ];
}

function missingType(type: keyof typeof USES): Check {
  const check = `folder ${type}`;
  const finding = `No mailbox is of the type ${type}: ${USES[type]}.`;
  if (type === 'INBOX')
    return problem(check, { finding, advice: 'Ask the operator of the server: INBOX always exists.' });
  return warning(check, {
    finding,
    advice: 'Make such a mailbox under its usual name, or have the server mark it (SPECIAL-USE).',
  });
}

function checkRoots(mailboxes: readonly Mailbox[], roots: readonly MailboxName[]): readonly Check[] {
  if (roots.length === 0) return [];
  const names = new Set(mailboxes.map(({ name }) => name));
  const known = roots.filter((root) => names.has(root));
  const shown = (known.length > 0 ? known : roots).slice(0, MAX_SHOWN_ROOTS).join(', ');
  if (known.length > 0) return [ok('folder roots', `${shown} is among the mailboxes.`)];
  const advice = 'Set "root" to a mailbox that exists, or to [] for all of them.';
  return [
    problem('folder roots', {
      finding: `None of the roots ${shown} is a mailbox, so no folder is shown.`,
      advice,
    }),
  ];
}
