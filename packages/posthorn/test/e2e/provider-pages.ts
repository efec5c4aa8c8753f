/** The pages of the OpenID provider of the tests, for a person in Chromium. */
import type { Page } from 'playwright-core';

/** Whoever types a name is that user, with any password. */
export async function fillProviderForm(page: Page, user: string): Promise<void> {
  await page.fill('input[name=login]', user);
  await page.fill('input[name=password]', 'any');
  await page.click('button[type=submit]');
}

/** Signs in, and agrees to the access. */
export async function signInAtProvider(page: Page, user: string): Promise<void> {
  await fillProviderForm(page, user);
  await page.click('button:has-text("Continue")');
}
