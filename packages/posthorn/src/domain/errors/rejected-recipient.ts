/** Refused by the sending server (RFC 5321 §4.2, RFC 3463). */
export interface RejectedRecipient {
  readonly address: string;
  readonly replyCode: number;
  readonly enhancedCode: string | null;
}
