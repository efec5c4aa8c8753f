export type PhpValue = string | number | boolean | null | PhpArray;

/** In file order; integer keys are numbers. */
export type PhpArray = ReadonlyMap<string | number, PhpValue>;

/** True for any PHP array. */
export function isPhpArray(value: PhpValue | undefined): value is PhpArray {
  return value instanceof Map;
}

/** True for keys 0, 1, 2 and so on. */
export function isPhpList(array: PhpArray): boolean {
  return [...array.keys()].every((key, index) => key === index);
}
