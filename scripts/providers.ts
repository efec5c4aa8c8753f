/**
 * `npm run providers -- DIR`: makes `packages/posthorn/data/providers.json` from a clone of github.com/thunderbird/autoconfig.
 * The data is under the licence of that repository (MPL-2.0), which is copied next to it.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAutoconfig } from '../packages/posthorn/src/adapters/network/autoconfig-document.ts';
import type { ProviderFile } from '../packages/posthorn/src/adapters/network/shipped-providers.ts';
import {
  isFullHostName,
  type PublishedServer,
  serverFor,
} from '../packages/posthorn/src/domain/accounts/mail-servers.ts';

const TARGET = join(import.meta.dirname, '../packages/posthorn/data');
const FOLDER = 'ispdb';
const EXAMPLE = { address: 'user@example.org', localPart: 'user', domain: 'example.org' };

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Usage: npm run providers -- DIR, a clone of https://github.com/thunderbird/autoconfig');
  process.exit(2);
}

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' });
const names = git('ls-tree', '--name-only', 'HEAD', `${FOLDER}/`).trim().split('\n');
const providers = names.flatMap((name) => readProvider(git('show', `HEAD:${name}`)));
const file: ProviderFile = {
  origin: 'https://github.com/thunderbird/autoconfig',
  commit: git('rev-parse', 'HEAD').trim(),
  licence: 'MPL-2.0',
  providers,
};
writeFileSync(join(TARGET, 'providers.json'), `${render(file)}\n`);
writeFileSync(join(TARGET, 'LICENSE'), git('show', 'HEAD:LICENSE'));
const domains = new Set(providers.flatMap((provider) => provider.domains));
console.log(`${providers.length} of ${names.length} providers with ${domains.size} domains`);

/** Providers without IMAP over TLS are left out, and of each protocol the first server that can be used is taken. */
function readProvider(text: string): ProviderFile['providers'] {
  const document = parseAutoconfig(text);
  if (typeof document === 'string') return [];
  const { servers } = document;
  const first = (isWanted: boolean) =>
    servers
      .filter(({ isIncoming }) => isIncoming === isWanted)
      .flatMap(({ server }) => usable(server))
      .slice(0, 1);
  const incoming = first(true);
  const named = document.domains.filter(isFullHostName);
  return incoming.length === 0 ? [] : [{ domains: named, incoming, outgoing: first(false) }];
}

function usable(server: PublishedServer | null): readonly PublishedServer[] {
  return server === null || serverFor(server, EXAMPLE) === null ? [] : [server];
}

/** One provider in a line, so that changes can be read. */
function render({ providers: list, ...head }: ProviderFile): string {
  const lines = list.map((provider) => `    ${JSON.stringify(provider)}`);
  const members = Object.entries(head).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return `{\n${members.join('\n')}\n  "providers": [\n${lines.join(',\n')}\n  ]\n}`;
}
