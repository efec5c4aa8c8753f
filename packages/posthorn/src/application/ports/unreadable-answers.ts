/** Port: is told of answers of mail servers that could not be read. */

/** One such answer. It names no user, server, mailbox or message. */
export interface UnreadableAnswer {
  /** The name of the response, such as `FETCH`; `unknown` where it could not be told. */
  readonly response: string;
  /** The command that ran, without arguments; null between commands. */
  readonly command: string | null;
  /** `syntax`, or the bound that was passed: `depth`, `parts`, `octets`. */
  readonly reason: string;
  /** True for the first one of its connection, which is worth a line in the log. */
  readonly isFirst: boolean;
}

export interface UnreadableAnswers {
  add(answer: UnreadableAnswer): void;
}
