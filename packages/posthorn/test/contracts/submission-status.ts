/** What a submission with a token would be answered with. */
import assert from 'node:assert/strict';
import { proveSmtpLogin } from '../../src/adapters/smtp/smtp-transport.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { bearerLogin } from '../../src/domain/logins/login.ts';
import type { DovecotSubmission } from '../support/dovecot-submission.ts';
import { testAccount } from './store-under-test.ts';

const STATUSES: Readonly<Record<string, number>> = {
  'authentication-failed': 401,
  'server-unavailable': 503,
};

/** 200 where the login at the submission server is good; else the status of the failure, 0 for an unexpected one. */
export async function submissionStatus(
  { dovecot, tlsPort: port }: DovecotSubmission,
  { user, token }: { readonly user: string; readonly token: string },
): Promise<number> {
  const login = bearerLogin(user, token);
  const outbox = { host: 'localhost', port, security: 'ssl', login } as const;
  const hostPolicy = {
    vet: async () => ({ address: '127.0.0.1', port, serverName: 'localhost' }),
    isCleartextAllowed: () => false,
  };
  const account = { ...testAccount(dovecot, { name: user, password: '' }), login, outbox };
  const { signal } = new AbortController();
  try {
    await proveSmtpLogin({ hostPolicy, extraRoots: [dovecot.caPem ?? ''] }, account, signal);
    return 200;
  } catch (error) {
    assert.ok(error instanceof MailError, String(error));
    return STATUSES[error.code] ?? 0;
  }
}
