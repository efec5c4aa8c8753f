/** A Dovecot that takes access tokens, for IMAP and for submission, and the API before it. */
import type { LightMyRequestResponse } from 'fastify';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { submissionStatus } from './submission-status.ts';

export const ALICE = { name: 'alice@example.org', password: 'alice-secret' };
/** Its name has to be escaped by one mechanism, and not by the other. */
export const COMMA = { name: 'a,b=c@x', password: 'secret' };
export const MECHANISMS = ['xoauth2', 'oauthbearer'] as const;
export const FOLDERS = '/rest-api-email/v1/MailAccounts/dovecot/MailFolders';

/** A token, and whose it is said to be; default Alice. */
export type TokenLogin = readonly [token: string, user?: string];

/** The API over both servers. Close it. */
export interface TokenBench {
  readonly posthorn: Posthorn;
  readonly server: DovecotSubmission;
  /** The list of the folders with this token. */
  list(...login: TokenLogin): Promise<LightMyRequestResponse>;
  /** The status that a sending with this token would be answered with. */
  submission(...login: TokenLogin): Promise<number>;
  close(): Promise<void>;
}

/** Starts Dovecot, which asks about tokens as these settings say, and opens the API before it. */
export async function openTokenBench(settings: string): Promise<TokenBench> {
  const server = await startDovecotSubmission({ users: [ALICE, COMMA], settings });
  const posthorn = openPosthorn(server);
  return {
    posthorn,
    server,
    list: (...login) => posthorn.server.inject({ url: FOLDERS, headers: headersOf(...login) }),
    submission: (token, user = ALICE.name) => submissionStatus(server, { user, token }),
    async close() {
      await posthorn.close();
      await server.stop();
    },
  };
}

/** The headers of a request with this token. */
export function headersOf(...[token, user = ALICE.name]: TokenLogin) {
  return { authorization: `Bearer ${token}`, 'x-mail-user': user };
}

function openPosthorn({ dovecot, port }: DovecotSubmission): Posthorn {
  return createPosthorn({
    settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' }),
    mailServers: [
      {
        id: 'dovecot' as MailAccountId,
        inbox: { type: 'IMAP', host: 'localhost', port: dovecot.tlsPort ?? 0, isTls: true },
        outbox: { host: 'localhost', port, security: 'starttls' },
        patterns: [{ source: 'all', matches: () => true }],
        roots: [],
        auth: ['bearer'],
      },
    ],
    extraRoots: [dovecot.caPem ?? ''],
  });
}
