/** One HTTP exchange over connections that are kept, by a client that may leave before its end. */
import { type Agent, type IncomingHttpHeaders, request as openRequest } from 'node:http';

/** What is sent. */
export interface ExchangeRequest {
  /** Default GET. */
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The client leaves after this time, wherever the answer is. */
  readonly leaveAfterMs?: number | undefined;
}

/** What came of it: all of the answer; a part of it, because the client left; or what came before the connection was cut. */
export interface Exchange {
  readonly end: 'answered' | 'left' | 'cut';
  /** 0 before there was a head. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly tookMs: number;
}

/** Never rejects. */
export function exchange(request: ExchangeRequest, agent: Agent): Promise<Exchange> {
  const { method = 'GET', url, headers = {}, body, leaveAfterMs } = request;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let status = 0;
    let received: IncomingHttpHeaders = {};
    let leaving: NodeJS.Timeout | undefined;
    let hasLeft = false;
    const settle = (isWhole: boolean) => {
      clearTimeout(leaving);
      const end = isWhole ? 'answered' : hasLeft ? 'left' : 'cut';
      const tookMs = performance.now() - startedAt;
      resolve({ end, status, headers: received, body: Buffer.concat(chunks), tookMs });
    };
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = openRequest(url, { method, headers: { ...headers, ...length }, agent }, (answer) => {
      status = answer.statusCode ?? 0;
      received = answer.headers;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => undefined);
      answer.on('close', () => settle(answer.complete));
    });
    sent.on('error', () => settle(false));
    if (leaveAfterMs !== undefined) {
      leaving = setTimeout(() => {
        hasLeft = true;
        sent.destroy();
      }, leaveAfterMs);
    }
    sent.end(body);
  });
}
