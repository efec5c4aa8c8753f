/** The requests to an authorization server: to safe addresses only, and with bounds of time and size. */
import { allowInsecureRequests, type CustomFetchOptions, customFetch } from 'oauth4webapi';
import { isSafeWebAddress } from '../domain/safe-web-address.ts';
import { SignInFailure } from './sign-in-failure.ts';

type FetchOptions = CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>;

const REQUEST_MS = 30_000;
/** Descriptions of authorization servers have up to 20 KB, tokens up to 8 KB. */
const MAX_OCTETS = 256 * 1024;

/** The authorization server could not be reached, or did not answer in time. */
export class ServerSilent extends SignInFailure {}

/** The options of each request. */
export function requestOptions(signal: AbortSignal) {
  return {
    signal,
    // Which addresses may be without TLS is judged below, for each of them.
    [allowInsecureRequests]: true,
    [customFetch]: boundedFetch,
  };
}

async function boundedFetch(address: string, options: FetchOptions): Promise<Response> {
  if (!isSafeWebAddress(address)) {
    throw new SignInFailure(
      `${new URL(address).origin} is not encrypted, and no code or token is sent there.`,
    );
  }
  const { signal: caller, body, ...others } = options;
  const deadline = AbortSignal.timeout(REQUEST_MS);
  const signal = caller === undefined ? deadline : AbortSignal.any([caller, deadline]);
  try {
    const response = await fetch(address, { ...others, ...(body && { body }), signal });
    const { status, headers } = response;
    const text = await readBody(response);
    return new Response(text === '' ? null : text, { status, headers });
  } catch (error) {
    caller?.throwIfAborted();
    throw error instanceof SignInFailure ? error : unreachable(address, error);
  }
}

async function readBody({ body, url }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let octets = 0;
  for await (const piece of body ?? []) {
    octets += piece.length;
    if (octets > MAX_OCTETS)
      throw new SignInFailure(`The answer of ${new URL(url).origin} does not come to an end.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function unreachable(address: string, error: unknown): SignInFailure {
  const { origin } = new URL(address);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const code = (error as { readonly cause?: NodeJS.ErrnoException })?.cause?.code ?? 'no connection';
  return new ServerSilent(
    isLate ? `${origin} did not answer in time.` : `${origin} cannot be reached (${code}).`,
    { cause: error },
  );
}
