/** Addresses at which a browser downloads one file without a login of its own, for some minutes. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { pathParameter } from '../url/path-parameters.ts';
import { parseQueryParameters, queryParametersOf, singleValue } from '../url/query-parameters.ts';
import { LOGIN_HEADERS } from './credentials.ts';
import type { DownloadTickets } from './download-tickets.ts';

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
   * Sets the login that the ticket was issued for, where the request has none. Throws RequestProblems `link-expired` for a ticket that has
   * ended, and `link-unknown` for one of another file or installation.
   */
  redeem(request: FastifyRequest): void;
}

const DECORATOR = 'downloadLinks';
const PARAMETER = 'ticket';
/** Long enough to read a mail before its file is downloaded. A download that has begun goes on. */
const LIFETIME_MS = 15 * 60_000;

/** The links under the key of these tickets. Nothing is kept: each process with the key accepts them. */
export function createDownloadLinks(tickets: DownloadTickets): DownloadLinks {
  return {
    issue(request, target) {
      const endsAtMs = Date.now() + LIFETIME_MS;
      const login = { headers: loginHeadersOf(request), target: digestOf(target), endsAtMs };
      return { query: `?${PARAMETER}=${tickets.seal(login)}`, endsAtMs };
    },

    redeem(request) {
      if (request.headers.authorization !== undefined) return;
      const ticket = singleValue(queryParametersOf(request), PARAMETER);
      if (ticket === undefined) return;
      const login = tickets.open(ticket);
      if (login?.target !== digestOf(targetOf(request))) throw linkUnknown();
      if (login.endsAtMs <= Date.now()) throw linkExpired();
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

/** The ticket in the address of a request; undefined where it has none. */
export function ticketIn(url: string): string | undefined {
  const start = url.indexOf('?');
  return start === -1 ? undefined : parseQueryParameters(url.slice(start + 1)).get(PARAMETER)?.[0];
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

function digestOf(target: DownloadTarget): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(target).sort()))
    .digest('base64url');
}

function linkExpired(): RequestProblems {
  const detail = 'The address of the download has expired. List the files of the message again.';
  return new RequestProblems([problemOf('link-expired', { detail })]);
}

function linkUnknown(): RequestProblems {
  const detail = 'The address of the download is of another file or of another installation.';
  return new RequestProblems([problemOf('link-unknown', { detail })]);
}
