/** The samples of docs/cors.md, as they stand there but for their origin. */
import { readFileSync } from 'node:fs';

const PAGE = new URL('../../../../docs/cors.md', import.meta.url);

/** The source of each sample by the heading above it, for pages of this origin. */
export function documentedCors(origin: string): Readonly<Record<string, string>> {
  const sections = readFileSync(PAGE, 'utf8').split(/^## /m);
  const samples = sections.flatMap((section) => {
    const [heading = ''] = section.split('\n', 1);
    const [, code] = /^```js\n(.*?)^```$/ms.exec(section) ?? [];
    return code === undefined
      ? []
      : [[heading, code.replace('https://webmail.example.org', origin)] as const];
  });
  return Object.fromEntries(samples);
}
