/** RFC 5321 §4.2, RFC 3463. */
export interface SmtpReply {
  /** 200 to 599; 0 for none. */
  readonly replyCode: number;
  readonly enhancedCode: string | null;
  /** For the log only. */
  readonly text: string;
}

const CODES = /^([2-5]\d\d)(?:[ -](?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?|$)/;

/** The first line decides. */
export function parseReply(text: string): SmtpReply {
  const [, replyCode, enhancedCode] = CODES.exec(text) ?? [];
  return { replyCode: Number(replyCode ?? 0), enhancedCode: enhancedCode ?? null, text };
}

/** True if a retry may succeed. */
export function isTransient({ replyCode }: SmtpReply): boolean {
  return replyCode >= 400 && replyCode < 500;
}

/** True for permanent failures. */
export function isPermanent({ replyCode }: SmtpReply): boolean {
  return replyCode >= 500;
}
