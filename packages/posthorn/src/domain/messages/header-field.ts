/** One header field. */
export interface HeaderField {
  /** Such as `List-Id`. */
  readonly name: string;
  /** Decoded, on one line. */
  readonly value: string;
}

/** Fields in order, with repetitions. */
export interface MessageHeaders {
  readonly fields: readonly HeaderField[];
  readonly isTruncated: boolean;
}

const PRIVATE_FIELD = /^(?:x-cn-draft-info|x-posthorn-.*)$/i;

/** Mail programs' private fields are never shown or sent. */
export function isPrivateField(name: string): boolean {
  return PRIVATE_FIELD.test(name);
}
