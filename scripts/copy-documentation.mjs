/** Gives the package `posthorn` the documentation for those who run a server and use the API: an installation has no clone beside it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'docs');
const TARGET = join(ROOT, 'packages/posthorn/docs');
/** Folders that are copied as a whole. The descriptions of the API are left out: a running server has them. */
const FOLDERS = ['decisions', 'grafana', 'prometheus'];
const LINK = /\[([^[\]]*)\]\(([^)\s]+)\)/g;

/** Writes `packages/posthorn/docs` anew. Does nothing where there is no documentation, as in the build of the container. */
export function copyDocumentation() {
  if (!existsSync(SOURCE)) return;
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET);
  for (const name of readdirSync(SOURCE).filter((each) => each.endsWith('.md'))) {
    cpSync(join(SOURCE, name), join(TARGET, name));
  }
  for (const name of FOLDERS.filter((each) => existsSync(join(SOURCE, each)))) {
    cpSync(join(SOURCE, name), join(TARGET, name), { recursive: true });
  }
  const pages = readdirSync(TARGET, { recursive: true }).filter((name) => name.endsWith('.md'));
  for (const page of pages) {
    const path = join(TARGET, page);
    writeFileSync(path, keepLiveLinks(readFileSync(path, 'utf8'), dirname(page)));
  }
}

/** Links to what is not in the package become their texts. */
function keepLiveLinks(text, folder) {
  return text.replace(LINK, (link, label, target) => {
    if (/^[a-z]+:/.test(target) || target.startsWith('#')) return link;
    const place = normalize(join(folder, target.split('#', 1)[0]));
    return !place.startsWith('..') && existsSync(join(TARGET, place)) ? link : label;
  });
}
