import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { userKey } from '../../domain/limits/limit-keys.ts';
import { isJsonObject, parseJson } from '../request/json-object.ts';
import { parseApiKey } from '../request/login/api-key-credentials.ts';
import { isBearerHeader } from '../request/login/bearer-credentials.ts';
import { type ConnectionDataDecoder, readCredentials } from '../request/login/credentials.ts';
import { ticketIn } from '../request/login/download-links.ts';
import { createDownloadTickets } from '../request/login/download-tickets.ts';
import { accountNamedIn } from '../request/url/named-account.ts';
import { servicePrefix } from '../request/url/service-path.ts';

/** The user, connected account or API key that determines a request's process. */
export interface RequestKey {
  readonly kind: 'user' | 'account' | 'key';
  /** Normalised. */
  readonly name: string;
}

/** Options of `createRequestKeys`. */
export interface RequestKeysOptions {
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** Opens all workers' download links. */
  readonly downloadKey: Uint8Array;
  /** Null without sign-in. */
  readonly authPath: string | null;
  /** False: tokens that look like keys are of logins. */
  readonly hasKeys: boolean;
}

/** Finds a request's key. Undefined: any process serves it. */
export interface RequestKeys {
  /** The user of the credentials or download link; with an API key, the URL's account, else the key. */
  ofHead(request: IncomingMessage): RequestKey | undefined;
  hasUserInBody(request: IncomingMessage): boolean;
  ofSignIn(headers: IncomingHttpHeaders, body: Buffer): RequestKey | undefined;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Keys are normalised user names: one process serves a user's logins. The mail server does not matter: the
 * user determines it, or sharing is harmless.
 */
export function createRequestKeys(options: RequestKeysOptions): RequestKeys {
  const { decodeConnectionData, downloadKey, authPath, hasKeys } = options;
  const downloadTickets = createDownloadTickets(downloadKey);
  const signInEnds = authPath === null ? [] : signInPaths(authPath);
  const ofUser = (user: string): RequestKey => ({ kind: 'user', name: userKey(user) });

  const loginOfLink = (url: string): IncomingHttpHeaders => {
    const ticket = ticketIn(url);
    return ticket === undefined ? {} : (downloadTickets.open(ticket)?.headers ?? {});
  };

  return {
    ofHead({ headers, url = '' }) {
      const login = headers.authorization === undefined ? loginOfLink(url) : headers;
      const key = hasKeys ? parseApiKey(login.authorization) : undefined;
      if (key !== undefined) {
        const account = accountNamedIn(url);
        return account === undefined ? { kind: 'key', name: key.id } : { kind: 'account', name: account };
      }
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

/** Any worker refuses invalid credentials. */
function userOf(headers: IncomingHttpHeaders, decode: ConnectionDataDecoder): string | undefined {
  try {
    return readCredentials(headers, decode).login.user;
  } catch {
    return undefined;
  }
}

/** As the sign-in does. */
function userInBody(text: string, isForm: boolean): unknown {
  if (isForm) return new URLSearchParams(text).get('username');
  const data = parseJson(text);
  return isJsonObject(data) ? data.username : undefined;
}

function signInPaths(authPath: string): readonly string[] {
  const base = servicePrefix(authPath);
  return [`${base}/auth`, `${base}/auth/`, `${base}/v0/auth`, `${base}/v0/auth/`];
}
