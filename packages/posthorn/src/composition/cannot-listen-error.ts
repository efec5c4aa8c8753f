/** An address to listen on, and its settings. */
export interface WantedAddress {
  readonly host: string;
  readonly port: number;
  readonly hostKey: string;
  readonly portKey: string;
}

/** An unavailable address; names the setting. */
class CannotListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CannotListenError';
  }
}

/** Converts failures of listen(2) only. */
export function toCannotListenError(
  error: unknown,
  { host, port, hostKey, portKey }: WantedAddress,
): unknown {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${portKey}: port ${port} of ${host} is taken by another program (EADDRINUSE). Choose another port, or end that program.`,
    EACCES: `${portKey}: this user may not listen on port ${port} (EACCES). Choose one above 1023.`,
    EADDRNOTAVAIL: `${hostKey}: this machine has no address ${host} (EADDRNOTAVAIL).`,
    ENOTFOUND: `${hostKey}: there is no host ${host} (ENOTFOUND).`,
  };
  const { code = '' } = error as NodeJS.ErrnoException;
  const message = messages[code];
  return message === undefined ? error : new CannotListenError(message, error);
}
