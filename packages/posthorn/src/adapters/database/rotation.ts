import { setTimeout as wait } from 'node:timers/promises';
import { SealedSecretError, type SecretBox } from '../../application/ports/state/secret-box.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import type { Database } from './database.ts';
import { SEALED_TABLES, type SealedValue } from './sealed-values.ts';

/** Secrets that do not open. */
export interface UnreadableSecrets {
  /** Sentences about the first. */
  readonly problems: readonly string[];
  readonly unreadable: number;
}

/** Counts, and unused keys. */
export interface RotationReport extends UnreadableSecrets {
  readonly sealed: number;
  readonly rotated: number;
  /** Removable from the file; none while a secret does not open. */
  readonly retired: readonly string[];
}

/** Secrets by key name. */
export interface SecretsReport extends UnreadableSecrets {
  readonly sealedBy: Readonly<Record<string, number>>;
}

const MAX_PASSES = 5;
/** A request begun before its server reread the keys may still write with the old one. */
const SETTLING_MS = 2_000;
const MAX_PROBLEMS = 10;
/** Rows are named by account. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['accounts', 'grants']);

/**
 * Rotates in batches beside running servers, until a pass changes nothing. Repeatable. Leaves unreadable
 * secrets.
 */
export async function rotateSecrets(database: Database, box: SecretBox): Promise<RotationReport> {
  let rotated = 0;
  let isSettled = false;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const counts = await rotateOnce(database, box);
    rotated += counts.rotated;
    if (counts.rotated > 0 || !isSettled) {
      isSettled = counts.rotated === 0;
      await wait(SETTLING_MS);
      continue;
    }
    const unreadable = reportOf(counts.problems);
    // A row changed by mistake may return, and need its key.
    const retired = unreadable.unreadable === 0 ? await retireKeys(database, box) : [];
    return { sealed: counts.sealed, rotated, retired, ...unreadable };
  }
  throw new Error('A server still seals with an old key. Send SIGHUP to all servers, and rotate again.');
}

/** Opens every secret. */
export async function examineSecrets(database: Database, box: SecretBox): Promise<SecretsReport> {
  const sealedBy = new Map<string, number>();
  const problems: string[] = [];
  await eachValue(database, async ({ sealed, binding }) => {
    const [, name = ''] = sealed.split('.');
    sealedBy.set(name, (sealedBy.get(name) ?? 0) + 1);
    openOrReport({ sealed, binding }, { box, problems });
  });
  return { sealedBy: Object.fromEntries(sealedBy), ...reportOf(problems) };
}

async function rotateOnce(database: Database, box: SecretBox) {
  const counts = { sealed: 0, rotated: 0, problems: [] as string[] };
  await eachValue(database, async ({ sealed, binding, replace }) => {
    counts.sealed += 1;
    const secret = openOrReport({ sealed, binding }, { box, problems: counts.problems });
    if (secret === null || box.isCurrent(sealed)) return;
    await replace(box.seal(secret, binding));
    counts.rotated += 1;
  });
  return counts;
}

/** Null if it does not open. */
function openOrReport(
  { sealed, binding }: Pick<SealedValue, 'sealed' | 'binding'>,
  { box, problems }: { readonly box: SecretBox; readonly problems: string[] },
): Secret | null {
  try {
    return box.open(sealed, binding);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    const account = OF_ACCOUNTS.has(binding.table) ? `Account ${binding.row}: ` : '';
    problems.push(`${account}${error.message}`);
    return null;
  }
}

function reportOf(problems: readonly string[]): UnreadableSecrets {
  return { problems: problems.slice(0, MAX_PROBLEMS), unreadable: problems.length };
}

type ValueWork = (value: SealedValue) => Promise<void>;

async function eachValue(database: Database, work: ValueWork): Promise<void> {
  for (const table of SEALED_TABLES) {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after;
      after = await database.transact(async (transaction) => {
        const { values, last } = await table.read(transaction, from);
        for (const value of values) await work(value);
        return last;
      });
    }
  }
}

/** Unused keys need no known text. */
async function retireKeys(database: Database, box: SecretBox): Promise<readonly string[]> {
  return database.transact(async (transaction) => {
    const rows = await transaction
      .deleteFrom('secret_checks')
      .where('key_name', '!=', box.keyName)
      .returning('key_name')
      .execute();
    return rows.map(({ key_name }) => key_name).sort();
  });
}
