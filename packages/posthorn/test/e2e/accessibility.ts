/** axe-core in a page of Chromium. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe-core finds, with the elements; by default what it calls serious or critical. */
export async function findViolations(
  page: Page,
  { impacts = ['serious', 'critical'] }: { readonly impacts?: readonly string[] } = {},
): Promise<readonly string[]> {
  const violations = (await page.evaluate(
    `${AXE}; axe.run({ iframes: false }).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
