/**
 * `node scripts/release-notes.mjs v1.2.3`: prints what the changelog says of that version. Exit code 1, with the reasons, when a package
 * has another version, or the section is missing or has no date: then nothing should be released.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from './packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const HEADING = /^## (\S+) - (.*)$/;

const [tag = ''] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const problems = PACKAGES.map((folder) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
  return manifest.version === version
    ? ''
    : `packages/${folder} has the version ${manifest.version}, and not ${version}.`;
}).filter((problem) => problem !== '');

const section = findSection(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
if (section === undefined) problems.push(`CHANGELOG.md has no section "## ${version} - DATE".`);
else if (!/^\d{4}-\d{2}-\d{2}$/.test(section.date)) {
  problems.push(`CHANGELOG.md says "${section.date}" of ${version}, and no date.`);
}
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
console.log(section.text);

function findSection(text) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === version);
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return {
    date: HEADING.exec(lines[start])?.[2] ?? '',
    text: rest
      .slice(0, end === -1 ? rest.length : end)
      .join('\n')
      .trim(),
  };
}
