/** Limits in milliseconds. */
export interface SmtpLimits {
  /** Includes implicit TLS. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** While a reply is owed or no octets are accepted. */
  readonly commandMs: number;
  /** For a reused connection; a new one is quick. */
  readonly proofMs: number;
  /** To sign in at client-named servers, and per failure. */
  readonly namedServerMs: number;
  /** Total. */
  readonly submissionMs: number;
}

/** RFC 5321 §4.5.3.2 has minutes; clients wait. */
export const DEFAULT_SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  commandMs: 30_000,
  proofMs: 2_000,
  namedServerMs: 6_000,
  submissionMs: 60_000,
};
