/** Which worker process has to serve a request. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { userKey } from '../../domain/limit-keys.ts';
import { isJsonObject, parseJson } from '../request/json-object.ts';
import { isBearerHeader } from '../request/login/bearer-credentials.ts';
import { type ConnectionDataDecoder, readCredentials } from '../request/login/credentials.ts';
import { ticketIn } from '../request/login/download-links.ts';
import { createDownloadTickets } from '../request/login/download-tickets.ts';
import { servicePrefix } from '../request/url/service-path.ts';
import { chooseWorker } from './rendezvous.ts';

/** What the owner of a request is found with. */
export interface RequestOwnerOptions {
  /** The numbers of all workers. */
  readonly workers: readonly number[];
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** Opens the download links of all workers. */
  readonly downloadKey: Uint8Array;
  /** Path of the auth service; null where there is no sign-in. */
  readonly authPath: string | null;
}

/** Finds owners. Undefined: any worker may serve it. */
export interface RequestOwner {
  /** The owner of a request by its head: that of its user, or of the user in its download link. */
  ofHead(request: IncomingMessage): number | undefined;
  /** True for a sign-in whose user is in its body. */
  hasUserInBody(request: IncomingMessage): boolean;
  /** The owner of a sign-in with this body. */
  ofSignIn(headers: IncomingHttpHeaders, body: Buffer): number | undefined;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * The owner by the name of the user, in whichever spelling: all passwords and tokens of a user, and all ways to send them, meet in
 * one worker. The server is no part of it, because the user's name decides which one it is, or because it does not matter that users of one name meet.
 */
export function createRequestOwner(options: RequestOwnerOptions): RequestOwner {
  const { workers, decodeConnectionData, downloadKey, authPath } = options;
  const downloadTickets = createDownloadTickets(downloadKey);
  const signInEnds = authPath === null ? [] : signInPaths(authPath);
  const ofUser = (user: string): number => chooseWorker(userKey(user), workers);

  const loginOfLink = (url: string): IncomingHttpHeaders => {
    const ticket = ticketIn(url);
    return ticket === undefined ? {} : (downloadTickets.open(ticket)?.headers ?? {});
  };

  return {
    ofHead({ headers, url = '' }) {
      const login = headers.authorization === undefined ? loginOfLink(url) : headers;
      const user = userOf(login, decodeConnectionData);
      return user === undefined ? undefined : ofUser(user);
    },

    hasUserInBody({ method, url = '', headers }) {
      const [path = ''] = url.split('?', 1);
      const isSignIn = method === 'POST' && signInEnds.some((end) => path.endsWith(end));
      return isSignIn && !isBearerHeader(headers.authorization);
    },

    ofSignIn({ 'content-type': type = '' }, body) {
      const user = userInBody(body.toString(), type.toLowerCase().startsWith(FORM));
      return typeof user === 'string' ? ofUser(user) : undefined;
    },
  };
}

/** Undefined where the request will be refused for its credentials, which any worker can do. */
function userOf(headers: IncomingHttpHeaders, decode: ConnectionDataDecoder): string | undefined {
  try {
    return readCredentials(headers, decode).login.user;
  } catch {
    return undefined;
  }
}

/** As the sign-in reads it. */
function userInBody(text: string, isForm: boolean): unknown {
  if (isForm) return new URLSearchParams(text).get('username');
  const data = parseJson(text);
  return isJsonObject(data) ? data.username : undefined;
}

function signInPaths(authPath: string): readonly string[] {
  const base = servicePrefix(authPath);
  return [`${base}/auth`, `${base}/auth/`, `${base}/v0/auth`, `${base}/v0/auth/`];
}
