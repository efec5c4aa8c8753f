/** One header field. */
export interface HeaderField {
  /** As in the message, such as `List-Id`. */
  readonly name: string;
  /** Decoded, on one line. */
  readonly value: string;
}

/** In order, with repetitions. */
export interface MessageHeaders {
  readonly fields: readonly HeaderField[];
  /** More exist than were read. */
  readonly isTruncated: boolean;
}

const PRIVATE_FIELD = /^(?:x-cn-draft-info|x-posthorn-.*)$/i;

/** Private fields of mail programs are never shown or sent. */
export function isPrivateField(name: string): boolean {
  return PRIVATE_FIELD.test(name);
}
