/** Reply codes: RFC 5321 §4.2.3, RFC 3463, RFC 4954 §6. */
import { isTransient, type SmtpReply } from './smtp-reply.ts';

export type Refusal =
  | 'password-refused'
  | 'other-login-wanted'
  | 'tls-wanted'
  | 'message-refused'
  | 'sender-refused'
  | 'recipients-refused'
  | 'too-large'
  | 'no-room'
  | 'slow-down'
  | 'not-now';

const LOGIN_REPLY_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** "Mechanism too weak"; Microsoft's "basic authentication is disabled". */
const OTHER_LOGIN_CODES: ReadonlySet<string | null> = new Set(['5.7.9', '5.7.139']);
/** "Exceeds administrative limit", "too big for system". */
const TOO_LARGE_CODES: ReadonlySet<string> = new Set(['5.2.3', '5.3.4']);
/** 552: too large (RFC 1870) or no room (RFC 5321). */
const TOO_LARGE_TEXT = /\bsize\b|too (big|large)/i;
const TOO_MANY_RECIPIENTS = '4.5.3';
/** Providers report throttling as text only. */
const THROTTLING_TEXT = /\brate\b|throttl|too (many|fast)|limit exceeded/i;

/** Classifies codes 4xx. */
export function transientRefusal({ enhancedCode, text }: SmtpReply): Refusal {
  return enhancedCode === TOO_MANY_RECIPIENTS || THROTTLING_TEXT.test(text) ? 'slow-down' : 'not-now';
}

/** Classifies a refused login. */
export function loginRefusal(reply: SmtpReply): Refusal {
  if (isTransient(reply)) return transientRefusal(reply);
  const { replyCode, enhancedCode, text } = reply;
  if (replyCode === 538 || (replyCode === 530 && /starttls/i.test(text))) return 'tls-wanted';
  if (replyCode === 534 || OTHER_LOGIN_CODES.has(enhancedCode)) return 'other-login-wanted';
  return 'password-refused';
}

/** Classifies refused MAIL or data. */
export function messageRefusal(reply: SmtpReply, command: string | undefined): Refusal {
  const { replyCode } = reply;
  if (replyCode === 452 && transientRefusal(reply) === 'not-now') return 'no-room';
  if (isTransient(reply)) return transientRefusal(reply);
  if (LOGIN_REPLY_CODES.has(replyCode)) return loginRefusal(reply);
  if (isTooLarge(reply)) return 'too-large';
  if (replyCode === 552) return 'no-room';
  return command === 'MAIL FROM' ? 'sender-refused' : 'message-refused';
}

function isTooLarge({ replyCode, enhancedCode, text }: SmtpReply): boolean {
  if (enhancedCode !== null) return TOO_LARGE_CODES.has(enhancedCode);
  return replyCode === 552 && TOO_LARGE_TEXT.test(text);
}

/** Permanent if one is. */
export function recipientsRefusal(replies: readonly SmtpReply[]): Refusal {
  const [first] = replies;
  if (first !== undefined && replies.every(isTransient)) return transientRefusal(first);
  const aboutLogin = replies.find(({ replyCode }) => LOGIN_REPLY_CODES.has(replyCode));
  return aboutLogin === undefined ? 'recipients-refused' : loginRefusal(aboutLogin);
}
