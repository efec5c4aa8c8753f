import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adviceFor, refusedCase } from '../../src/doctor/provider-advice.ts';

describe('the advice on a refused login', () => {
  for (const [host, adviceCase, advice] of [
    ['imap.gmail.com', 'token-refused', /mail\.google\.com.*unticked/],
    ['SMTP.Office365.com', 'token-refused', /not for Microsoft Graph.*Authenticated SMTP/],
    ['outlook.office365.com', 'not-connected', /primary address.*ImapEnabled.*licence/],
    ['outlook.office365.com', 'password-refused', /takes no passwords.*oauth:token/],
    ['imap.mail.yahoo.com', 'token-refused', /register no new applications.*app password/],
    ['smtp.aol.com', 'scope-missing', /mail-w/],
    ['imap.fastmail.com', 'scope-missing', /protocol-imap/],
    ['imap.example.org', 'token-refused', /^Get a new token \(posthorn oauth:token\)/],
    ['notgmail.com', 'scope-missing', /^Get a token with the scope that the server names/],
  ] as const) {
    it(`is that of the provider of ${host}: ${adviceCase}`, () => {
      assert.match(adviceFor(host, adviceCase), advice);
    });
  }

  it('is about what was refused', () => {
    assert.deepEqual([refusedCase('bearer'), refusedCase('password')], ['token-refused', 'password-refused']);
  });
});
