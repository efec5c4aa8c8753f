/** Takes from a request what negotiation looks at. */

/** The parts of a request that negotiation looks at. */
export interface RequestHead {
  /** The request target as it came over the wire, undecoded. */
  readonly target: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly hasBody: boolean;
}

/** The part of `http.IncomingMessage` that is read. */
export interface IncomingHead {
  readonly url?: string | undefined;
  readonly headers: {
    readonly accept?: string | undefined;
    readonly 'content-type'?: string | undefined;
    readonly 'content-length'?: string | undefined;
    readonly 'transfer-encoding'?: string | undefined;
  };
}

/** The part of a `Request` of the Fetch API that is read. Hono, Deno, Bun and Next.js have such requests. */
export interface FetchHead {
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** Returns the head of a Node request or of a `Request` of the Fetch API. */
export function toRequestHead(request: IncomingHead | FetchHead): RequestHead {
  return isFetchHead(request) ? toFetchedHead(request) : toIncomingHead(request);
}

function isFetchHead(request: IncomingHead | FetchHead): request is FetchHead {
  // A Node request may have a header called `get`; it is text.
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

/** A body is announced by Transfer-Encoding or a Content-Length above 0 (RFC 9112 §6). */
function toIncomingHead({ url = '', headers }: IncomingHead): RequestHead {
  const contentLength = headers['content-length'] ?? '0';
  return {
    target: url,
    accept: headers.accept,
    contentType: headers['content-type'],
    hasBody: headers['transfer-encoding'] !== undefined || Number(contentLength) > 0,
  };
}
