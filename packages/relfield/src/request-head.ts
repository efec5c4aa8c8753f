/** Takes from a Node request what negotiation looks at. */

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

/** Gives the head of a Node request. A body is announced by Transfer-Encoding or a Content-Length above 0 (RFC 9112 §6). */
export function toRequestHead({ url = '', headers }: IncomingHead): RequestHead {
  const contentLength = headers['content-length'] ?? '0';
  return {
    target: url,
    accept: headers.accept,
    contentType: headers['content-type'],
    hasBody: headers['transfer-encoding'] !== undefined || Number(contentLength) > 0,
  };
}
