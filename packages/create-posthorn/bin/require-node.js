/**
 * Says in one line when this Node is too old, in words that any Node with modules understands: the rest of the program would end
 * with a stack. Gives true when it is new enough.
 */
import { readFileSync } from 'node:fs';

export function requireNode(program) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return true;
  process.stderr.write(
    `${program} needs Node ${wanted} or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
  return false;
}
