import type { PostgresReport } from '../composition/store-tools.ts';
import { type Check, ok, problem, warning } from './check.ts';

const MS_PER_SECOND = 1_000;
/** Nodes' clocks set the ends of answers, sign-ins and links. */
const CLOCK_WARNING_MS = 5_000;
/** Two nodes may differ from the database in opposite directions; beyond 5 minutes they refuse each other. */
const CLOCK_PROBLEM_MS = 150_000;

/** One check per server property needed by nodes. */
export function checkPostgres(report: PostgresReport): readonly Check[] {
  return [
    checkWrites(report),
    ...checkSharing(report),
    ...checkListening(report),
    checkCommits(report),
    checkClock(report),
    checkConnections(report),
  ];
}

function checkWrites({ version, isSupported, isStandby, isReadOnly }: PostgresReport): Check {
  const name = 'Database server';
  if (!isSupported) {
    const advice = 'Update it to PostgreSQL 13 or newer.';
    return problem(name, { finding: `It is PostgreSQL ${version}.`, advice });
  }
  if (isStandby) {
    const advice = 'Name the primary in APP_DATABASE_URL, or an address that follows it.';
    return problem(name, { finding: 'It is a standby, which takes no writes.', advice });
  }
  if (isReadOnly) {
    const finding = 'Transactions are read-only (default_transaction_read_only = on).';
    return problem(name, { finding, advice: 'Set it to off for this role and this database.' });
  }
  return ok(name, `PostgreSQL ${version} takes writes.`);
}

function checkSharing({ sharing }: PostgresReport): readonly Check[] {
  const name = 'Database pooler';
  switch (sharing.mode) {
    case 'none':
      return [ok(name, 'There is none that shares connections: each client has its own.')];
    case 'statements': {
      const finding = 'The pooler refuses transactions (statement mode).';
      return [problem(name, { finding, advice: 'Set pool_mode = transaction.' })];
    }
    case 'single': {
      const finding = 'The pooler has one connection, and all clients wait while one has a transaction.';
      return [problem(name, { finding, advice: 'Set default_pool_size to 10 or more.' })];
    }
    case 'transactions': {
      const { keepsStatements, leaksSettings } = sharing;
      const statements = keepsStatements ? 'are kept' : 'are lost';
      const settings = leaksSettings ? 'reaches other clients' : 'reaches no other client';
      return [
        ok(name, 'It shares connections (transaction mode). Each transaction stays on one of them.'),
        ok('Database statements', `Named ones ${statements} through the pooler. Posthorn uses unnamed ones.`),
        ok('Database settings', `SET ${settings}. Posthorn uses SET LOCAL, which ends with its transaction.`),
        ok(
          'Database locks',
          'Locks of sessions and LISTEN do not hold through a pooler. Posthorn needs neither.',
        ),
      ];
    }
  }
}

function checkListening({ listening }: PostgresReport): readonly Check[] {
  const name = 'Database notices';
  switch (listening) {
    case null:
      return [];
    case 'heard':
      return [ok(name, 'They come over APP_DATABASE_LISTEN_URL.')];
    case 'lost': {
      const finding = 'None comes over APP_DATABASE_LISTEN_URL, and nodes ask for events instead.';
      return [warning(name, { finding, advice: 'Name the address of PostgreSQL itself, not of a pooler.' })];
    }
    case 'unreachable': {
      const finding = 'APP_DATABASE_LISTEN_URL cannot be reached, and nodes ask for events instead.';
      return [warning(name, { finding, advice: 'Look at its host, port, role and password.' })];
    }
  }
}

function checkCommits({ synchronousCommit, synchronousStandbys, isFlushed }: PostgresReport): Check {
  const name = 'Database commits';
  if (!isFlushed) {
    const finding = 'fsync is off: a crash of the machine may destroy the database.';
    return problem(name, { finding, advice: 'Set fsync = on.' });
  }
  if (synchronousCommit === 'off') {
    const finding =
      'synchronous_commit is off: the last commits are lost in a crash, and a message may be sent twice.';
    return warning(name, { finding, advice: 'Set synchronous_commit = on for this database.' });
  }
  const isConfirmed = synchronousStandbys !== '' && synchronousCommit !== 'local';
  const where = isConfirmed ? ` and at standbys (${synchronousStandbys})` : '';
  return ok(
    name,
    `They are on the disk${where} when they return (synchronous_commit = ${synchronousCommit}).`,
  );
}

function checkClock({ clockAheadMs }: PostgresReport): Check {
  const name = 'Database clock';
  const byMs = Math.abs(clockAheadMs);
  if (byMs < CLOCK_WARNING_MS) return ok(name, `It differs from that of this machine by ${byMs} ms.`);
  const seconds = Math.round(byMs / MS_PER_SECOND);
  const finding = `It is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} that of this machine.`;
  return byMs < CLOCK_PROBLEM_MS
    ? warning(name, { finding, advice: 'Set the clocks of all machines by NTP.' })
    : problem(name, {
        finding,
        advice:
          'Set the clocks of all machines by NTP: nodes refuse requests of each other beyond 5 minutes.',
      });
}

function checkConnections({
  sharing,
  maxConnections,
  takenConnections: taken,
  listeningConnections: listening,
  nodes,
}: PostgresReport): Check {
  const name = 'Database connections';
  const takers = nodes > 1 ? `${nodes} nodes take` : 'This installation takes';
  if (sharing.mode !== 'none') {
    const past = listening > 0 ? ` LISTEN takes ${listening} of PostgreSQL beside it.` : '';
    return ok(name, `${takers} up to ${taken} of the pooler, which has up to ${maxConnections}.${past}`);
  }
  const finding = `${takers} up to ${taken + listening} of ${maxConnections}.`;
  if (taken + listening <= maxConnections) return ok(name, finding);
  const advice = 'Raise max_connections, or put PgBouncer in transaction mode before it.';
  return warning(name, { finding, advice });
}
