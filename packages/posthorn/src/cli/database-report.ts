import type { DatabaseReport } from '../composition/store-tools.ts';

/** One line per finding, problems last. */
export function describeDatabase(report: DatabaseReport): readonly string[] {
  const { database, exists, pendingMigrations, accounts, apiKeys, secretsKeys, problems } = report;
  if (!exists) return [`${database}: not there yet; the server makes it at its first start`];
  if (problems.length > 0) return [`${database}: cannot be used`, ...problems];
  if (pendingMigrations.length > 0) {
    return [`${database}: the next start applies ${pendingMigrations.join(', ')}`];
  }
  const keys = secretsKeys.length === 0 ? 'no key' : secretsKeys.join(', ');
  return [`${database}: ${accounts} accounts, ${apiKeys} API keys, secrets encrypted with ${keys}`];
}
