/** How a command handler refuses its command: thrown, then sent as the tagged answer (RFC 3501 §7.1). */

/** The two tagged answers that are not OK. */
export type RefusalStatus = 'NO' | 'BAD';

/** A tagged NO or BAD on its way to the client. The connection stays open. */
export class CommandRefusal extends Error {
  readonly status: RefusalStatus;
  /** The response code without brackets, such as `TRYCREATE` (RFC 5530), or undefined for none. */
  readonly code: string | undefined;

  constructor(refusal: { readonly status: RefusalStatus; readonly text: string; readonly code?: string }) {
    super(refusal.text);
    this.status = refusal.status;
    this.code = refusal.code;
  }
}

/** A NO: the command is well formed but cannot be carried out. */
export function refuse(text: string, code?: string): CommandRefusal {
  return new CommandRefusal({ status: 'NO', text, ...(code === undefined ? {} : { code }) });
}

/** A BAD: the command is unknown, malformed or out of place. */
export function reject(text: string): CommandRefusal {
  return new CommandRefusal({ status: 'BAD', text });
}
