/** The table of layers in ARCHITECTURE.md. */
import { LAYERS } from './layers.mjs';

/** Where the table stands in the page. */
const TABLE = /(?<=<!-- layers -->\n)[\s\S]*?(?=<!-- \/layers -->)/;
const HEAD = '| folder | what it is | may import |\n|---|---|---|\n';

/**
 * The page with the table as it should be.
 * @param {string} page
 */
export function withLayersTable(page) {
  const rows = Object.entries(LAYERS).map(([folder, { what, imports }]) => {
    const name = folder === '.' ? 'the root' : `\`${folder}\``;
    return `| ${name} | ${what} | ${imports.map((each) => `\`${each}\``).join(', ') || 'nothing'} |\n`;
  });
  return page.replace(TABLE, () => HEAD + rows.join(''));
}
