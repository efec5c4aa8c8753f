import { isLoopback } from './loopback.ts';
import type { Settings } from './settings.ts';

/** APP_DEBUG exposes internals, unless on loopback. */
export function warnOfDebug({
  isDebug,
  appUrl,
  host,
}: Pick<Settings, 'isDebug' | 'appUrl' | 'host'>): readonly string[] {
  if (!isDebug || (isLoopback(new URL(appUrl).hostname) && isLoopback(host))) return [];
  return [
    'APP_DEBUG is true although others than this machine can reach the instance: its answers to failures show internals. Set it to false.',
  ];
}
