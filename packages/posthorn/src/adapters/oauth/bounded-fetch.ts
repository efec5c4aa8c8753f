import { allowInsecureRequests, type CustomFetchOptions, customFetch } from 'oauth4webapi';
import { isSafeWebAddress } from '../../domain/network/safe-web-address.ts';
import { SignInFailure } from './sign-in-failure.ts';

export type FetchOptions = CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>;

/** Sends to a safe address; default: `fetch`. */
export type Transport = (address: string, options: FetchOptions) => Promise<Response>;

/** Deadline and transport. */
export interface RequestBounds {
  readonly timeoutMs?: number;
  readonly transport?: Transport;
}

const REQUEST_MS = 30_000;
/** Metadata has up to 20 KB, tokens 8 KB. */
const MAX_OCTETS = 256 * 1024;

/** Unreachable, or too slow. */
export class ServerSilent extends SignInFailure {
  readonly isLate: boolean;

  constructor(message: string, { cause, isLate }: { readonly cause: unknown; readonly isLate: boolean }) {
    super(message, { cause });
    this.isLate = isLate;
  }
}

/** Safe addresses, bounded time and size. */
export function requestOptions(signal: AbortSignal, bounds: RequestBounds = {}) {
  return {
    signal,
    // Addresses are checked below.
    [allowInsecureRequests]: true,
    [customFetch]: (address: string, options: FetchOptions) => boundedFetch(address, options, bounds),
  };
}

async function boundedFetch(
  address: string,
  options: FetchOptions,
  { timeoutMs = REQUEST_MS, transport = fetchPlainly }: RequestBounds,
): Promise<Response> {
  if (!isSafeWebAddress(address)) {
    throw new SignInFailure(
      `${new URL(address).origin} is not encrypted, and no code or token is sent there.`,
    );
  }
  const { signal: caller, ...others } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = caller === undefined ? deadline : AbortSignal.any([caller, deadline]);
  try {
    const response = await transport(address, { ...others, signal });
    const { status, headers } = response;
    const text = await readBody(response, address);
    return new Response(text === '' ? null : text, { status, headers });
  } catch (error) {
    caller?.throwIfAborted();
    throw error instanceof SignInFailure ? error : unreachable(address, error);
  }
}

function fetchPlainly(address: string, { body, ...others }: FetchOptions): Promise<Response> {
  return fetch(address, { ...(others as RequestInit), ...(body && { body }) });
}

async function readBody({ body }: Response, address: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let octets = 0;
  for await (const piece of body ?? []) {
    octets += piece.length;
    if (octets > MAX_OCTETS)
      throw new SignInFailure(`The answer of ${new URL(address).origin} does not come to an end.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function unreachable(address: string, error: unknown): SignInFailure {
  const { origin } = new URL(address);
  const { name, code, cause: inner } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const isLate = name === 'TimeoutError' || (name === 'AbortError' && inner?.name === 'TimeoutError');
  const reason = inner?.code ?? code ?? 'no connection';
  return new ServerSilent(
    isLate ? `${origin} did not answer in time.` : `${origin} cannot be reached (${reason}).`,
    { cause: error, isLate },
  );
}
