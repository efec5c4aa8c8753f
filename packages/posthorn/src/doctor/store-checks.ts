import type { DatabaseReport, StoreTools } from '../composition/store-tools.ts';
import { type Check, ok, problem } from './check.ts';

const NAME = 'Database';

/** Checks database, keys and clock; empty without a database. */
export async function examineStore(tools: Pick<StoreTools, 'examine'> | null): Promise<readonly Check[]> {
  return tools === null ? [] : describe(await tools.examine());
}

function describe(report: DatabaseReport): readonly Check[] {
  const { database, exists, pendingMigrations, accounts, secretsKeys, problems } = report;
  if (problems.length > 0) {
    return problems.map((finding) =>
      problem(NAME, { finding, advice: 'posthorn database:check and secrets:check say more.' }),
    );
  }
  if (!exists) return [ok(NAME, `${database} is not there yet; the server makes it at its first start.`)];
  const pending =
    pendingMigrations.length === 0 ? '' : ` The next start applies ${pendingMigrations.join(', ')}.`;
  const keys = `Its secrets are encrypted with ${secretsKeys.join(', ') || 'no key yet'}.`;
  return [ok(NAME, `${database} has ${accounts} accounts.${pending}`), ok('Secrets keys', keys)];
}
