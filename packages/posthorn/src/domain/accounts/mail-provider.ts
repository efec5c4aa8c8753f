/** Providers with special sign-ins. */
export type MailProvider = 'google' | 'microsoft' | 'yahoo' | 'apple' | 'fastmail';

/** Sources: docs/providers.md. */
const SERVER_DOMAINS = {
  google: ['gmail.com', 'googlemail.com'],
  microsoft: ['outlook.com', 'office365.com', 'hotmail.com'],
  yahoo: ['yahoo.com', 'aol.com'],
  apple: ['mail.me.com', 'icloud.com'],
  fastmail: ['fastmail.com'],
} as const satisfies Record<MailProvider, readonly string[]>;

/** A mail server's provider; null for others. */
export function mailProviderOf(host: string): MailProvider | null {
  const name = host.toLowerCase();
  const providers = Object.keys(SERVER_DOMAINS) as MailProvider[];
  const isOf = (provider: MailProvider) =>
    SERVER_DOMAINS[provider].some((domain) => name === domain || name.endsWith(`.${domain}`));
  return providers.find(isOf) ?? null;
}
