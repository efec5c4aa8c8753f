import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { pathParameter } from '../url/path-parameters.ts';
import { parseQueryParameters, queryParametersOf, singleValue } from '../url/query-parameters.ts';
import { LOGIN_HEADERS } from './credentials.ts';
import type { DownloadTickets } from './download-tickets.ts';

/** A file by its address. */
export interface DownloadTarget {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
  readonly messageItemId: string;
  readonly attachmentId: string;
}

/** A query that briefly replaces a login. */
export interface DownloadTicket {
  /** With the question mark. */
  readonly query: string;
  readonly endsAtMs: number;
}

/** Issues tickets and redeems them as logins. */
export interface DownloadLinks {
  /** Requires a proved login. */
  issue(request: FastifyRequest, target: DownloadTarget): DownloadTicket;

  /**
   * Sets the ticket's login unless the request has one. Throws RequestProblems `link-expired`, and `link-unknown` for
   * another file or installation.
   */
  redeem(request: FastifyRequest): void;
}

const DECORATOR = 'downloadLinks';
const PARAMETER = 'ticket';
/** A started download continues after it. */
const LIFETIME_MS = 15 * 60_000;

/** Stateless links: every process with the key accepts them. */
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

/** Attaches the links to all requests. */
export function addDownloadLinks(app: FastifyInstance, links: DownloadLinks): void {
  app.decorateRequest(DECORATOR, { getter: () => links });
}

/** The server's links. */
export function downloadLinksOf(request: FastifyRequest): DownloadLinks {
  return request.getDecorator<DownloadLinks>(DECORATOR);
}

/** The ticket in a URL, if any. */
export function ticketIn(url: string): string | undefined {
  const start = url.indexOf('?');
  return start === -1 ? undefined : parseQueryParameters(url.slice(start + 1)).get(PARAMETER)?.[0];
}

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
