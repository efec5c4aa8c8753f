/** A request's negotiated parts. */
export interface RequestHead {
  /** Undecoded. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly hasBody: boolean;
}

/** The used part of `http.IncomingMessage`. */
export interface IncomingHead {
  readonly url?: string | undefined;
  readonly headers: {
    readonly accept?: string | undefined;
    readonly 'content-type'?: string | undefined;
    readonly 'content-length'?: string | undefined;
    readonly 'transfer-encoding'?: string | undefined;
  };
}

/** The used part of a Fetch `Request` (Hono, Deno, Bun, Next.js). */
export interface FetchHead {
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** Converts a Node or Fetch request. */
export function toRequestHead(request: IncomingHead | FetchHead): RequestHead {
  return isFetchHead(request) ? toFetchedHead(request) : toIncomingHead(request);
}

function isFetchHead(request: IncomingHead | FetchHead): request is FetchHead {
  // A Node header called `get` is text.
  return typeof (request as FetchHead).headers.get === 'function';
}

function toFetchedHead({ url, headers, body }: FetchHead): RequestHead {
  const { pathname, search } = new URL(url);
  return {
    target: pathname + search,
    accept: headers.get('accept') ?? undefined,
    contentType: headers.get('content-type') ?? undefined,
    hasBody: body !== null && body !== undefined,
  };
}

/** RFC 9112 §6. */
function toIncomingHead({ url = '', headers }: IncomingHead): RequestHead {
  const contentLength = headers['content-length'] ?? '0';
  return {
    target: url,
    accept: headers.accept,
    contentType: headers['content-type'],
    hasBody: headers['transfer-encoding'] !== undefined || Number(contentLength) > 0,
  };
}
