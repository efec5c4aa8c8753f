/** Valid only between workers, never from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-posthorn-client-address';

/** RFC 9110 §7.6.1; `Expect` is already answered. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
  ...[CLIENT_ADDRESS_HEADER, 'x-posthorn-node'],
]);
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);
/** In Node, they have a body only if announced. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** A request's first line and client. */
export interface PeerHead {
  readonly method: string;
  readonly url: string;
  readonly clientAddress: string;
}

/** True if the client announces a body. */
export function announcesBody(rawHeaders: readonly string[]): boolean {
  return names(rawHeaders).some((name) => FRAMING.has(name));
}

/** Names and values in turn, with the client's body framing and, between workers, address. */
export function toOwner(
  rawHeaders: readonly string[],
  { method, clientAddress }: { readonly method: string; readonly clientAddress?: string },
): string[] {
  const kept = withoutNames(rawHeaders, (name) => OF_CONNECTION.has(name));
  // Node would announce a body of unknown length.
  if (!announcesBody(kept) && !WITHOUT_BODY.has(method)) kept.push('Content-Length', '0');
  if (clientAddress !== undefined) kept.push(CLIENT_ADDRESS_HEADER, clientAddress);
  return kept;
}

/** Passes on `Connection: close`: both workers stop together. */
export function toClient(rawHeaders: readonly string[], connection: string | undefined): string[] {
  const kept = withoutNames(rawHeaders, (name) => OF_CONNECTION.has(name) || name === 'transfer-encoding');
  if (connection?.toLowerCase() === 'close') kept.push('Connection', 'close');
  return kept;
}

function withoutNames(rawHeaders: readonly string[], isLeftOut: (name: string) => boolean): string[] {
  return rawHeaders.filter(
    (_value, index) => !isLeftOut((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
}

function names(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 0).map((name) => name.toLowerCase());
}
