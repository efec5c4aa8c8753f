/** Port: receives reports of responses that could not be parsed. */

/** One such answer. It names no user, server, mailbox or message. */
export interface UnreadableAnswer {
  /** The name of the response, such as `FETCH`; `unknown` where that could not be parsed either. */
  readonly response: string;
  /** The command that ran, without arguments; null between commands. */
  readonly command: string | null;
  /** `syntax`, or the bound that was passed: `depth`, `parts`, `octets`. */
  readonly reason: string;
  /** True for the first one of its connection, which is worth a line in the log. */
  readonly isFirst: boolean;
}

/** Receives reports of responses that could not be parsed. */
export interface UnreadableAnswers {
  add(answer: UnreadableAnswer): void;
}
