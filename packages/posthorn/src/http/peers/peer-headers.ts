/** The headers of requests and answers on their way between worker processes. */

/** Tells the owner who the client is. Read only on the socket between workers, and never forwarded from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-posthorn-client-address';

/** They belong to one connection (RFC 9110 §7.6.1). `Expect` has been answered where the client is connected. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
  CLIENT_ADDRESS_HEADER,
]);
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);
/** Methods whose requests Node sends without a body unless a header announces one. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** The headers for the owner of the request, as names and values in turn. They announce the body that the client has announced, or none. */
export function toOwner(
  rawHeaders: readonly string[],
  { method, clientAddress }: { readonly method: string; readonly clientAddress: string },
): string[] {
  const kept = withoutNames(rawHeaders, (name) => OF_CONNECTION.has(name));
  const isFramed = names(kept).some((name) => FRAMING.has(name));
  // Node would announce a body of unknown length.
  if (!isFramed && !WITHOUT_BODY.has(method)) kept.push('Content-Length', '0');
  kept.push(CLIENT_ADDRESS_HEADER, clientAddress);
  return kept;
}

/** The headers of the owner's answer for the client. A `Connection: close` of the owner also closes the client's connection: both stop together. */
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
