/** A browser without a window. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

/** Debian's package `chromium`; browsers that playwright would download are not used. */
const BROWSER = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Why there can be no browser; false when there is one. `CI=true` insists on it. */
export const browserIsMissing: string | false =
  existsSync(BROWSER) || process.env.CI === 'true' ? false : "needs Debian's package chromium";

/** Starts it with a new profile. */
export async function openBrowser({ hasScripts = true, language = 'en-US' } = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'posthorn-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
    ...{ javaScriptEnabled: hasScripts, locale: language },
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
