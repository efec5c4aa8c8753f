/** What the replies of real servers mean. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  loginRefusal,
  messageRefusal,
  type Refusal,
  recipientsRefusal,
} from '../../../src/adapters/smtp/refusal.ts';
import { parseReply } from '../../../src/adapters/smtp/smtp-reply.ts';

describe('loginRefusal', () => {
  const cases: readonly (readonly [reply: string, refusal: Refusal])[] = [
    ['535 5.7.8 Error: authentication failed', 'password-refused'],
    ['535-5.7.8 Username and Password not accepted.', 'password-refused'],
    ['500 odd', 'password-refused'],
    ['534-5.7.9 Application-specific password required.', 'other-login-wanted'],
    ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', 'other-login-wanted'],
    ['530 5.7.0 Must issue a STARTTLS command first', 'tls-wanted'],
    ['538 5.7.11 Encryption required for requested authentication mechanism', 'tls-wanted'],
    ['530 5.7.0 Authentication required', 'password-refused'],
    ['454 4.7.0 Temporary authentication failure', 'not-now'],
    ['454 4.7.0 Too many login attempts, please try again later.', 'slow-down'],
    ['421 4.3.0 Temporary System Problem', 'not-now'],
    ['432 4.3.2 Concurrent connections limit exceeded', 'slow-down'],
  ];
  for (const [reply, refusal] of cases) {
    it(`is ${refusal} for "${reply}"`, () => {
      assert.equal(loginRefusal(parseReply(reply)), refusal);
    });
  }
});

describe('messageRefusal', () => {
  const cases: readonly (readonly [command: string, reply: string, refusal: Refusal])[] = [
    ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user', 'sender-refused'],
    ['MAIL FROM', '530 5.7.0 Authentication Required', 'password-refused'],
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', 'tls-wanted'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'too-large'],
    ['MAIL FROM', '552 Message size exceeds maximum permitted', 'too-large'],
    ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'no-room'],
    ['MAIL FROM', '451 4.7.1 Rate limit exceeded', 'slow-down'],
    ['DATA', '552-5.3.4 Your message exceeded the message size limits.', 'too-large'],
    ['DATA', '550 5.2.3 Message too long', 'too-large'],
    ['DATA', '552 5.2.2 Mailbox full', 'no-room'],
    ['DATA', '552 exceeded storage allocation', 'no-room'],
    ['DATA', '452 4.2.2 Mailbox full', 'no-room'],
    ['DATA', '554 5.7.1 Message rejected as spam', 'message-refused'],
    ['DATA', '451 4.3.0 Temporary failure', 'not-now'],
    ['DATA', '452 4.5.3 Too many recipients', 'slow-down'],
    ['DATA', '421 4.7.28 Our system has detected an unusual rate of mail', 'slow-down'],
  ];
  for (const [command, reply, refusal] of cases) {
    it(`is ${refusal} for "${reply}" at ${command}`, () => {
      assert.equal(messageRefusal(parseReply(reply), command), refusal);
    });
  }
});

describe('recipientsRefusal', () => {
  const refusalOf = (...replies: string[]) => recipientsRefusal(replies.map(parseReply));

  it('is for good as soon as one recipient was refused for good', () => {
    assert.equal(refusalOf('450 4.2.0 Greylisted', '550 5.1.1 Nobody'), 'recipients-refused');
  });

  it('is for now when all were refused for now', () => {
    assert.equal(refusalOf('450 4.2.0 Greylisted', '452 4.2.2 Mailbox full'), 'not-now');
  });

  it('asks to slow down when the server says so', () => {
    assert.equal(refusalOf('452 4.5.3 Too many recipients'), 'slow-down');
  });

  it('speaks of the login when the server does', () => {
    assert.equal(
      refusalOf('550 5.7.1 Relaying denied', '530 5.7.0 Authentication required'),
      'password-refused',
    );
  });
});
