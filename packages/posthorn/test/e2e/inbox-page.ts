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
    const { url } = message.location();
    if (message.type() === 'error' && !isHandled(message.text(), url))
      problems.push(`${message.text()} ${url}`);
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

/** Answers that the page expects where something has changed or a server is busy; the browser logs them as errors. */
function isHandled(text: string, url: string): boolean {
  const isBusy = url.includes('/rest-api-email/') && /status of (?:404|409|412|429|503|504)/.test(text);
  return isBusy || text.includes('status of 401');
}
