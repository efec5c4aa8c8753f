/** The inbox page in Chromium, with everything that it must not do written down. */
import type { Page } from 'playwright-core';
import { type Browser, openBrowser } from './browser.ts';

/** An open page. */
export interface InboxPage {
  readonly page: Page;
  /** Errors of scripts, broken rules of policies, and requests to other hosts. */
  readonly problems: readonly string[];
  /** The row of the list that shows this text. */
  row(text: string): ReturnType<Page['locator']>;
  close(): Promise<void>;
}

interface InboxView {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Opens the page at the address, as somebody who prefers this look. */
export async function openInbox(address: string, view: InboxView = {}): Promise<InboxPage> {
  const { width = 1280, height = 800, scheme = 'light' } = view;
  const browser: Browser = await openBrowser();
  const page = await browser.context.newPage();
  const { origin } = new URL(address);
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 401'))
      problems.push(`${message.text()} ${message.location().url}`);
  });
  // What a policy forbids is no request: this sees those that would leave the browser.
  await browser.context.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => {
      problems.push(`request of ${route.request().url()}`);
      return route.abort();
    },
  );
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(address);
  return {
    page,
    problems,
    row: (text) => page.locator('.row[data-id]', { hasText: text }),
    close: browser.close,
  };
}
