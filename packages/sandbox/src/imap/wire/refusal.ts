export type RefusalStatus = 'NO' | 'BAD';

/** A tagged NO or BAD (RFC 3501 §7.1). */
export class CommandRefusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string | undefined;

  constructor(refusal: { readonly status: RefusalStatus; readonly text: string; readonly code?: string }) {
    super(refusal.text);
    this.status = refusal.status;
    this.code = refusal.code;
  }
}

/** NO: well formed, but impossible. */
export function refuse(text: string, code?: string): CommandRefusal {
  return new CommandRefusal({ status: 'NO', text, ...(code === undefined ? {} : { code }) });
}

/** BAD: unknown, malformed or out of sequence. */
export function reject(text: string): CommandRefusal {
  return new CommandRefusal({ status: 'BAD', text });
}
