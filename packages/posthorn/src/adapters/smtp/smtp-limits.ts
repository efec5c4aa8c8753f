/** Timeouts in milliseconds. */
export interface SmtpLimits {
  /** Includes implicit TLS. */
  readonly connectMs: number;
  /** After connecting. */
  readonly greetingMs: number;
  /** While the server owes a reply or accepts no octets. */
  readonly commandMs: number;
  /** For a reused connection; short, because a new one is quick. */
  readonly proofMs: number;
  /** Until sign-in at a client-named server, and per failure. */
  readonly namedServerMs: number;
  /** Total. */
  readonly submissionMs: number;
}

/** Below the minutes of RFC 5321 §4.5.3.2: a client waits. */
export const DEFAULT_SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  commandMs: 30_000,
  proofMs: 2_000,
  namedServerMs: 6_000,
  submissionMs: 60_000,
};
