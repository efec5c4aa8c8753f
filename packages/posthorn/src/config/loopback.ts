const LOOPBACK_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

/** True for this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}
