import type { PublishedServers } from '../../domain/accounts/mail-servers.ts';
import type { ProviderTable } from '../ports/provider-table.ts';

export type MailHoster = { readonly servers: PublishedServers } | { readonly advice: string };

const HOSTERS: Readonly<Record<string, string>> = {
  'mx.microsoft': 'office365.com',
};

const WITHOUT_IMAP: Readonly<Record<string, string>> = {
  'protonmail.ch':
    'Proton keeps this mail encrypted and has IMAP by its Bridge alone, a program on your own machine: name that in an entry.',
  'tutanota.de': 'Tuta keeps this mail encrypted and has no IMAP.',
};

const MIN_LABELS = 2;

/** The MX hosts' provider, or undefined. */
export function findMailHoster(
  exchangers: readonly string[],
  providers: ProviderTable,
): MailHoster | undefined {
  for (const name of exchangers.flatMap(namesAbove)) {
    const advice = Object.hasOwn(WITHOUT_IMAP, name) ? WITHOUT_IMAP[name] : undefined;
    if (advice !== undefined) return { advice };
    const domain = Object.hasOwn(HOSTERS, name) ? HOSTERS[name] : name;
    const servers = domain === undefined ? undefined : providers.find(domain);
    if (servers !== undefined) return { servers };
  }
  return undefined;
}

/** Longest first. */
function namesAbove(host: string): readonly string[] {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  return labels.slice(0, 1 - MIN_LABELS).map((_label, index) => labels.slice(index).join('.'));
}
