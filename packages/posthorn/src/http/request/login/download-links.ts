/** Addresses at which a browser downloads one file without a login of its own, for some minutes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { pathParameter } from '../url/path-parameters.ts';
import { queryParametersOf, singleValue } from '../url/query-parameters.ts';
import { LOGIN_HEADERS } from './credentials.ts';

/** The file, in the words of its address. */
export interface DownloadTarget {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
  readonly messageItemId: string;
  readonly attachmentId: string;
}

/** What makes an address of a file one that needs no login. */
export interface DownloadTicket {
  /** The query of the address, with its question mark. */
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly endsAtMs: number;
}

/** Issues tickets, and accepts them in place of a login. */
export interface DownloadLinks {
  /** A ticket for the file, with the login of this request, which has to be proved. */
  issue(request: FastifyRequest, target: DownloadTarget): DownloadTicket;

  /**
   * Sets the login that the ticket was issued for, where the request has none. Throws RequestProblems
   * `link-expired` for a ticket that has ended, is of another file, or is not a ticket.
   */
  redeem(request: FastifyRequest): void;
}

const DECORATOR = 'downloadLinks';
const PARAMETER = 'ticket';
/** Long enough to read a mail before its file is downloaded. A download that has begun goes on. */
const LIFETIME_MS = 15 * 60_000;
/** Logins that are kept, each with 32 KB of headers at most. */
const MAX_LOGINS = 500;
const SECRET_OCTETS = 32;
/** 128 bits. */
const DIGEST_CHARACTERS = 22;
const TICKET = /^([0-9a-z]{1,10})\.([\w-]{22})\.([\w-]{22})(?:\.[0-9]{1,3})?$/;
const RADIX = 36;

interface KeptLogin {
  readonly headers: Readonly<Record<string, string>>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Creates the links of one server. Its key and the logins are in this process alone; logins are forgotten with their last ticket. Tickets of
 * a worker process end with its number, so that every other one knows who can redeem them.
 */
export function createDownloadLinks(worker?: number): DownloadLinks {
  const suffix = worker === undefined ? '' : `.${worker}`;
  const key = randomBytes(SECRET_OCTETS);
  const logins = new Map<string, KeptLogin>();
  const digest = (...values: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url').slice(0, DIGEST_CHARACTERS);
  const sign = (target: DownloadTarget, loginId: string, endsAt: string): string =>
    digest('ticket', loginId, endsAt, Object.entries(target).sort());

  function keep(headers: KeptLogin['headers']): string {
    const id = digest('login', headers);
    clearTimeout(logins.get(id)?.timer);
    // Put at the end again: what was renewed is dropped last.
    logins.delete(id);
    const [oldest] = logins.keys();
    if (logins.size >= MAX_LOGINS && oldest !== undefined) {
      clearTimeout(logins.get(oldest)?.timer);
      logins.delete(oldest);
    }
    logins.set(id, { headers, timer: setTimeout(() => logins.delete(id), LIFETIME_MS).unref() });
    return id;
  }

  return {
    issue(request, target) {
      const endsAtMs = Date.now() + LIFETIME_MS;
      const endsAt = endsAtMs.toString(RADIX);
      const loginId = keep(loginHeadersOf(request));
      const signature = sign(target, loginId, endsAt);
      return { query: `?${PARAMETER}=${endsAt}.${loginId}.${signature}${suffix}`, endsAtMs };
    },

    redeem(request) {
      if (request.headers.authorization !== undefined) return;
      const ticket = singleValue(queryParametersOf(request), PARAMETER);
      if (ticket === undefined) return;
      const [, endsAt = '', loginId = '', signature = ''] = TICKET.exec(ticket) ?? [];
      const expected = sign(targetOf(request), loginId, endsAt);
      const isOurs =
        signature.length === expected.length &&
        timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
      const login = isOurs && Number.parseInt(endsAt, RADIX) > Date.now() ? logins.get(loginId) : undefined;
      if (login === undefined) throw linkExpired();
      for (const name of LOGIN_HEADERS) delete request.headers[name.toLowerCase()];
      Object.assign(request.headers, login.headers);
    },
  };
}

/** Lets the routes of the server issue links. */
export function addDownloadLinks(app: FastifyInstance, links: DownloadLinks): void {
  app.decorateRequest(DECORATOR, { getter: () => links });
}

/** The links of the server that has the request. */
export function downloadLinksOf(request: FastifyRequest): DownloadLinks {
  return request.getDecorator<DownloadLinks>(DECORATOR);
}

/** The login as the client has sent it: from here on, the request with the ticket is one with that login. */
function loginHeadersOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    LOGIN_HEADERS.map((name) => name.toLowerCase()).flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function targetOf(request: FastifyRequest): DownloadTarget {
  return {
    mailAccountId: pathParameter(request, 'mailAccountId'),
    mailFolderId: pathParameter(request, 'mailFolderId'),
    messageItemId: pathParameter(request, 'messageItemId'),
    attachmentId: pathParameter(request, 'attachmentId'),
  };
}

function linkExpired(): RequestProblems {
  const detail = 'The address of the download has expired. List the files of the message again.';
  return new RequestProblems([problemOf('link-expired', { detail })]);
}
