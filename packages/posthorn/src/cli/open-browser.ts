import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // Without a title, `start` takes the address for one.
  win32: ['cmd', '/c', 'start', '""'],
};
const OTHER_OPENER = ['xdg-open'] as const;

/** Opens an address in the browser; ignores failures. */
export function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
