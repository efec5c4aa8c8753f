/** Mail of ten well-known kinds of designs, with marked texts whose looks can be compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, 'mail-designs');

/** [name, HTML] */
export const MAIL_DESIGNS: readonly (readonly [string, string])[] = readdirSync(FOLDER)
  .sort()
  .map((file) => [file.replace('.html', ''), readFileSync(join(FOLDER, file), 'utf8')]);

/** The look of each marked text, by its mark: `[Button]` is that of `[Button] Order seeds`. */
export type MarkedLooks = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Shows HTML alone in a page, and reads the looks of its marked texts. */
export async function readLooks(page: Page, html: string): Promise<MarkedLooks> {
  await page.setContent(html);
  return page.evaluate(READ_LOOKS) as Promise<MarkedLooks>;
}

/** The background is that of the nearest element around which has one. */
const READ_LOOKS = `(() => {
  const looks = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const mark = /\\[\\w+\\]/.exec(walker.currentNode.data)?.[0];
    if (!mark) continue;
    const element = walker.currentNode.parentElement;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      looks[mark] = { isHidden: 'true' };
      continue;
    }
    const style = getComputedStyle(element);
    let around = element;
    const gradient = () => getComputedStyle(around).backgroundImage.includes('gradient');
    while (around && getComputedStyle(around).backgroundColor === 'rgba(0, 0, 0, 0)' && !gradient()) around = around.parentElement;
    const background = around ? getComputedStyle(around) : undefined;
    looks[mark] = {
      background: background ? (gradient() ? background.backgroundImage : background.backgroundColor) : 'none',
      border: [style.borderTopWidth, style.borderTopColor, style.borderBottomWidth, style.borderBottomColor, style.borderTopLeftRadius].join(' '),
      color: style.color,
      font: [style.fontSize, style.fontWeight, style.lineHeight].join(' '),
      padding: style.padding,
      textAlign: style.textAlign,
    };
  }
  return looks;
})()`;
