/** The codes of an SMTP reply (RFC 5321 section 4.2, RFC 3463). */

/** One parsed reply. */
export interface SmtpReply {
  /** 200 to 599, or 0 where the text has no code. */
  readonly replyCode: number;
  /** Such as `5.1.1`. */
  readonly enhancedCode: string | null;
  /** The server's text, for the log; never for the client of the API. */
  readonly text: string;
}

const CODES = /^([2-5]\d\d)(?:[ -](?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?|$)/;

/** The codes at the beginning of a reply; of several lines the first one decides. */
export function parseReply(text: string): SmtpReply {
  const [, replyCode, enhancedCode] = CODES.exec(text) ?? [];
  return { replyCode: Number(replyCode ?? 0), enhancedCode: enhancedCode ?? null, text };
}

/** True for transient failures: the same may be tried again later. */
export function isTransient({ replyCode }: SmtpReply): boolean {
  return replyCode >= 400 && replyCode < 500;
}

/** True for permanent failures. */
export function isPermanent({ replyCode }: SmtpReply): boolean {
  return replyCode >= 500;
}
