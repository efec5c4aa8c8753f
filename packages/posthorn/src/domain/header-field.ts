/** Header fields of a message, as texts. */

/** One header field. */
export interface HeaderField {
  /** As the message has it, such as `List-Id`. */
  readonly name: string;
  /** Decoded, on one line. */
  readonly value: string;
}

/** The header fields of a message, in their order, each as often as it occurs. */
export interface MessageHeaders {
  readonly fields: readonly HeaderField[];
  /** True where the message has more than are read. */
  readonly isTruncated: boolean;
}

/** Private header fields of mail programs; they are never shown and never sent. */
const PRIVATE_FIELD = /^(?:x-cn-draft-info|x-posthorn-.*)$/i;

/** True for the name of a private header field. */
export function isPrivateField(name: string): boolean {
  return PRIVATE_FIELD.test(name);
}
