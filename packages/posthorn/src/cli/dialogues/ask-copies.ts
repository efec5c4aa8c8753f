import { readFile } from 'node:fs/promises';
import {
  type ConfigurationTemplate,
  configurationTemplates,
  createFromTemplate,
  replaceFromTemplate,
  type TemplateState,
  targetPath,
  templateState,
} from '../../config/configuration-templates.ts';
import { settingRows } from '../../config/settings.ts';
import type { DialogueContext } from './dialogue.ts';

/** A template's planned action. */
export interface PlannedCopy {
  readonly template: ConfigurationTemplate;
  readonly action: 'create' | 'replace' | 'keep' | Exclude<TemplateState, 'ready' | 'target-exists'>;
}

/** A copy's outcome, for the user. */
export interface CopyOutcome {
  readonly message: string;
  /** For omissions that may be missed. */
  readonly isWarning: boolean;
}

/** Asks which files to overwrite; copies nothing. */
export async function askCopies(
  rootDirectory: string,
  context: DialogueContext,
): Promise<readonly PlannedCopy[]> {
  const copies: PlannedCopy[] = [];
  for (const template of wantedTemplates(context)) {
    const state = await templateState(rootDirectory, template);
    copies.push({
      template,
      action: await chooseAction(state, targetPath(rootDirectory, template), context),
    });
  }
  return copies;
}

/** Performs a planned copy. */
export async function performCopy(rootDirectory: string, copy: PlannedCopy): Promise<CopyOutcome> {
  const { template, action } = copy;
  const path = targetPath(rootDirectory, template);
  const before = action === 'replace' ? await readFile(path, 'utf8') : '';
  if (action === 'create') await createFromTemplate(rootDirectory, template);
  if (action === 'replace') await replaceFromTemplate(rootDirectory, template);
  const isLost = action === 'replace' && before !== (await readFile(path, 'utf8'));
  const loss = isLost ? ` What was in it, ${before.split('\n').length - 1} lines, is gone.` : '';
  return { message: describe(copy, path) + loss, isWarning: isWarning(action) };
}

/** Mail servers are for the provider that signs in to them, OAuth for connected accounts. */
function wantedTemplates({ present, environment }: DialogueContext): readonly ConfigurationTemplate[] {
  const settingText = ({ key }: { readonly key: string }) => (environment[key] ?? present.get(key))?.trim();
  const provider = settingText(settingRows.authProvider) || 'single-imap-user';
  const { cors, mailServers, oauth } = configurationTemplates;
  return [
    cors,
    ...(provider === 'single-imap-user' ? [mailServers] : []),
    ...(settingText(settingRows.databaseUrl) ? [oauth] : []),
  ];
}

async function chooseAction(
  state: TemplateState,
  path: string,
  { flags, questions }: DialogueContext,
): Promise<PlannedCopy['action']> {
  if (state === 'ready') return 'create';
  if (state !== 'target-exists') return state;
  const mayOverwrite =
    flags.overwrite ??
    (await questions.confirm({
      message: `${path} exists. Overwrite it`,
      flag: '--overwrite or --no-overwrite',
      isYesDefault: false,
    }));
  return mayOverwrite ? 'replace' : 'keep';
}

function describe({ template, action }: PlannedCopy, path: string): string {
  const messages = {
    create: `${path} is made from ${template.template}.`,
    replace: `${path} is made anew from ${template.template}.`,
    keep: `${path} stays as it is.`,
    'template-missing': `${path} is not made: the template ${template.template} is missing.`,
    'alternative-exists': `${path} is not made: ${template.alternatives.join(' or ')} is there, and only one of them is allowed.`,
  } as const satisfies Record<PlannedCopy['action'], string>;
  return messages[action];
}

function isWarning(action: PlannedCopy['action']): boolean {
  return action === 'template-missing' || action === 'alternative-exists';
}
