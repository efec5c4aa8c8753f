/** The Debian packages that rings of tests need, and how to get them without starting their services. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NAMED_RINGS } from './test-files.mjs';

/** What the long tests need besides what the contract tests do. */
export const SOAK_RING = 'soak';

/** Of the rings that start servers. */
const ALL = ['contract', 'end-to-end', ...NAMED_RINGS];

/**
 * One row a package: the command that proves it is there, and the rings that need it. Without an optional one
 * the ring runs all the same: the tests that need it are skipped with that reason, or fail under CI=true.
 * Some ask a question when they are installed, which has its answer here (debconf-set-selections).
 */
const DEBIAN_PACKAGES = [
  { name: 'dovecot-imapd', command: 'dovecot', rings: ALL, isOptional: false },
  {
    name: 'dovecot-submissiond',
    command: 'submission',
    rings: ['contract', ...NAMED_RINGS],
    isOptional: false,
  },
  // The package apache2 would bring a service along.
  { name: 'apache2-bin', command: 'apache2', rings: ['end-to-end', ...NAMED_RINGS], isOptional: true },
  { name: 'nginx', command: 'nginx', rings: ['end-to-end', ...NAMED_RINGS], isOptional: true },
  { name: 'haproxy', command: 'haproxy', rings: ['end-to-end', ...NAMED_RINGS, SOAK_RING], isOptional: true },
  { name: 'chromium', command: 'chromium', rings: ['end-to-end', ...NAMED_RINGS], isOptional: true },
  // Optional: a machine has one mail server only, and the one that is there stays.
  {
    ...{ name: 'postfix', command: 'postfix', rings: ['contract', ...NAMED_RINGS], isOptional: true },
    answer: 'postfix postfix/main_mailer_type select No configuration',
  },
  { name: 'postgresql', command: 'pg_ctlcluster', rings: ALL, isOptional: true },
  { name: 'pgbouncer', command: 'pgbouncer', rings: ALL, isOptional: true },
  { name: 'php-cli', command: 'php', rings: ['contract', ...NAMED_RINGS], isOptional: true },
  { name: 'tmux', command: 'tmux', rings: ['end-to-end', ...NAMED_RINGS], isOptional: true },
];

/** Ordinary users have no sbin in their PATH; servers live there, and Dovecot's services in a folder of their own. */
const COMMAND_FOLDERS = [
  ...(process.env.PATH ?? '').split(':'),
  ...['/usr/sbin', '/usr/local/sbin', '/usr/lib/dovecot'],
];

/**
 * Installs quietly ($1 is the package, $2 the answer to its question) and removes nothing for it. Debian starts a server as
 * soon as it is installed unless policy-rc.d forbids it; an existing policy is respected and ours is gone again whatever happens.
 */
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
[ -z "$2" ] || printf '%s\\n' "$2" | debconf-set-selections
apt-get update -qq && apt-get install -qq -y --no-remove --no-install-recommends "$1"`;

/**
 * Installs what the rings need and lack, as far as this user may, and gives what is missing still:
 * a Map from ring to the reason.
 */
export function providePackages(rings) {
  const wanted = DEBIAN_PACKAGES.filter(
    (row) => isMissing(row) && row.rings.some((ring) => rings.includes(ring)),
  );
  // One by one: a package that this system does not know must not keep the others away.
  const problems = new Map(wanted.map((row) => [row, install(row)]));
  const missing = wanted.filter(isMissing);
  for (const row of missing.filter(({ isOptional }) => isOptional)) {
    console.log(`Tests that need Debian's ${row.name} cannot run: ${problems.get(row)}`);
  }
  return new Map(
    missing
      .filter(({ isOptional }) => !isOptional)
      .flatMap((row) => row.rings.map((ring) => [ring, `needs Debian's ${row.name}: ${problems.get(row)}`])),
  );
}

function isMissing({ command }) {
  return !COMMAND_FOLDERS.some((folder) => existsSync(join(folder, command)));
}

/** Gives what to say if the command is missing all the same. */
function install({ name, answer = '' }) {
  if (process.getuid?.() !== 0) return `missing, and only root can install it (apt-get install ${name})`;
  if (!existsSync('/usr/bin/apt-get')) return 'missing, and this system has no apt-get';
  console.log(`Installing ${name} for the tests; no service is started.`);
  try {
    execFileSync('/bin/sh', ['-c', INSTALL, 'install', name, answer], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return 'installed, but its command is nowhere to be found';
  } catch (error) {
    return `apt-get failed: ${String(error.stderr ?? error).trim()}`;
  }
}
