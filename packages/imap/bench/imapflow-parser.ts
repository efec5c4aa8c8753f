/** The stream and the parser of imapflow on the octets that our reader is given. */
import parseResponse from 'imapflow/lib/handler/imap-parser.js';
import { ImapStream } from 'imapflow/lib/handler/imap-stream.js';

interface StreamItem {
  readonly payload: Buffer;
  readonly literals: Buffer[];
  readonly next: () => void;
}

/** Splits the octets into responses, and parses each, as imapflow's connection does; gives how many there were. */
export async function readWithImapflow(chunks: readonly Buffer[]): Promise<number> {
  const stream = new ImapStream({ logger: SILENT, cid: 'bench' });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  let responses = 0;
  for await (const item of stream as AsyncIterable<StreamItem>) {
    await parseResponse(item.payload, { literals: item.literals });
    item.next();
    responses += 1;
  }
  return responses;
}

/** The responses as imapflow's stream hands them to its parser. */
export async function splitWithImapflow(chunks: readonly Buffer[]): Promise<readonly StreamItem[]> {
  const stream = new ImapStream({ logger: SILENT, cid: 'bench' });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  const items: StreamItem[] = [];
  for await (const item of stream as AsyncIterable<StreamItem>) {
    items.push(item);
    item.next();
  }
  return items;
}

/** Parses what was split before; gives how many responses there were. */
export async function parseWithImapflow(items: readonly StreamItem[]): Promise<number> {
  for (const { payload, literals } of items) await parseResponse(payload, { literals: [...literals] });
  return items.length;
}

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
