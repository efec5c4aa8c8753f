/** Names and addresses of this machine that no other can reach. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

/** True for a host that is this machine itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}
