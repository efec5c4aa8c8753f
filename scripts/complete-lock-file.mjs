/**
 * Adds to package-lock.json the platform packages that a partial registry mirror did not serve when the
 * lock file was written. `npm ci` refuses a lock file without them, even where nobody needs them.
 * Run it after `npm install` behind such a mirror: `node scripts/complete-lock-file.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
/** The longer name first, where one is the start of another. */
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = Object.values(lock.packages).flatMap((parent) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => lock.packages[`node_modules/${name}`] === undefined)
    .map(([name, version]) => toEntry({ name, version, isDevelopment: parent.dev === true })),
);
const entries = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, undefined, 2)}\n`);
console.log(`Added ${missing.length} packages.`);

/** What npm writes for a package of another platform, less its checksum; the name tells the platform. */
function toEntry({ name, version, isDevelopment }) {
  const os = SYSTEMS.find((system) => name.includes(system));
  const cpu = PROCESSORS.find((processor) => name.includes(processor));
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not name its platform.`);
  const libc = name.includes('musl') ? 'musl' : name.includes('gnu') && os === 'linux' ? 'glibc' : undefined;
  return [
    `node_modules/${name}`,
    {
      version,
      cpu: [cpu],
      ...(isDevelopment && { dev: true }),
      ...(libc !== undefined && { libc: [libc] }),
      optional: true,
      os: [os],
    },
  ];
}
