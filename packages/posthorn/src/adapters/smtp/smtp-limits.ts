/** How long a sending server may take. */

/** Milliseconds. */
export interface SmtpLimits {
  /** Until the connection is established, with TLS where TLS comes first. */
  readonly connectMs: number;
  /** From there to the greeting. */
  readonly greetingMs: number;
  /** The longest silence of the server: while it owes a reply, and while it takes no more of the message. */
  readonly commandMs: number;
  /** For a connection that was used before to prove that it is alive. A new one is soon made, so this is short. */
  readonly proofMs: number;
  /** Until a server that a client has named can be signed in to, and how long each failure to get there takes. */
  readonly namedServerMs: number;
  /** For everything together, even if the server appears busy. */
  readonly submissionMs: number;
}

/** RFC 5321 section 4.5.3.2 wants minutes, but a client of the API waits for the answer. */
export const DEFAULT_SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  commandMs: 30_000,
  proofMs: 2_000,
  namedServerMs: 6_000,
  submissionMs: 60_000,
};
