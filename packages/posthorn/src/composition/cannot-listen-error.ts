/** The failure to listen, with the setting to change. */

/** The address that the server was to listen on, and the settings that named it. */
export interface WantedAddress {
  readonly host: string;
  readonly port: number;
  /** The settings that named them. */
  readonly hostKey: string;
  readonly portKey: string;
}

/** A port or an address that is not available. The message names the setting. */
class CannotListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CannotListenError';
  }
}

/** A CannotListenError that explains the failure; other errors unchanged (listen(2)). */
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
