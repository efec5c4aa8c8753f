/** The reference page in a browser without a window, and what the browser did there. */
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

/** The summary of an operation of every version; it is there when the document is shown. */
const FIRST_OPERATION = 'List the mail accounts';
/** The viewer is a large script; a loaded machine needs long for it. */
const LIMIT_MS = 120_000;

export interface ReferencePage {
  readonly page: Page;
  /** The URLs that were asked for, in their order. */
  readonly requestedUrls: readonly string[];
  /** Errors and warnings on the console, and errors that no script caught. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Opens `/docs` of the server in a new browser profile and settles when the operations are there. */
export async function openReferencePage(address: string): Promise<ReferencePage> {
  const { context, close } = await openBrowser();
  context.setDefaultTimeout(LIMIT_MS);
  const requestedUrls: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requestedUrls.push(request.url()));
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${address}/docs`);
  await page.getByRole('heading', { name: FIRST_OPERATION }).waitFor();
  return { page, requestedUrls, complaints, close };
}

/** Opens all groups of operations. */
export async function openGroups(page: Page): Promise<void> {
  const closed = page.getByRole('button', { name: / Open Group$/ });
  while ((await closed.count()) > 0) await closed.first().click();
}

/** The groups of operations that the page has, and the operations of those that are open. */
function listHeadings(page: Page): Promise<readonly string[]> {
  return page.getByRole('heading').allInnerTexts();
}

/** Closes what is open, and changes to the version with this title. */
export async function chooseVersion(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Posthorn email API/ })
    .first()
    .click();
  await page.getByRole('option', { name: title }).click();
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByRole('heading', { name: FIRST_OPERATION }).waitFor();
}

/** Opens the form for `GET /MailAccounts`, types the login and sends. Gives the line with the status when the answer is shown. */
export async function tryMailAccounts(
  page: Page,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<string> {
  await page.getByRole('button', { name: 'Test Request (get /MailAccounts)' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().fill(user);
  await form.getByPlaceholder('********').fill(password);
  await form.getByRole('button', { name: /^Send get request/ }).click();
  await form
    .getByText(/^application\/\S*json$/)
    .last()
    .waitFor();
  const status = await form.getByText(/^\d{3} [A-Z]/).textContent();
  return status?.trim() ?? '';
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly [string];
}

/** The groups of a version, and those of its groups and operations that the page does not have; of `opened` groups, or of all. */
export async function compareWithPage(
  address: string,
  version: string,
  page: Page,
  opened = Number.POSITIVE_INFINITY,
) {
  const response = await fetch(`${address}/openapi/${version}.json`);
  const { paths } = (await response.json()) as Description;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const groups = [...new Set(operations.map(({ tags: [group] }) => group))];
  const shown = groups.slice(0, opened);
  const summaries = operations.flatMap(({ tags: [group], summary }) =>
    shown.includes(group) ? summary : [],
  );
  const headings = await listHeadings(page);
  const missing = [...groups, ...summaries].filter(
    (text) => !headings.some((heading) => heading.includes(text)),
  );
  return { groups, missing };
}
