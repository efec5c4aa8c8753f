import { StoreRefusedError } from '../adapters/database/store-errors.ts';
import type { DatabaseReport, StoreTools } from '../composition/store-tools.ts';
import { type Check, ok, problem } from './check.ts';
import { checkPostgres } from './postgres-checks.ts';

const NAME = 'Database';

/** Checks database, keys and server; empty without a database. */
export async function examineStore(
  tools: Pick<StoreTools, 'examine' | 'examineServer'> | null,
): Promise<readonly Check[]> {
  if (tools === null) return [];
  const report = await tools.examine();
  return [...describe(report), ...(report.problems.length > 0 ? [] : await examineServer(tools))];
}

async function examineServer(tools: Pick<StoreTools, 'examineServer'>): Promise<readonly Check[]> {
  try {
    const report = await tools.examineServer();
    return report === null ? [] : checkPostgres(report);
  } catch (error) {
    if (!(error instanceof StoreRefusedError)) throw error;
    const advice = 'Other clients may hold all connections.';
    return [problem('Database server', { finding: error.message, advice })];
  }
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
