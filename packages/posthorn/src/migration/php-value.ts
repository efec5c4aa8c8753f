/** The values that a PHP configuration file can return. */

export type PhpValue = string | number | boolean | null | PhpArray;

/** In the order of the file. Integer keys are numbers, as in PHP. */
export type PhpArray = ReadonlyMap<string | number, PhpValue>;

/** True for a PHP array, list or not. */
export function isPhpArray(value: PhpValue | undefined): value is PhpArray {
  return value instanceof Map;
}

/** True when the keys are 0, 1, 2 and so on, as of an array that is written without keys. */
export function isPhpList(array: PhpArray): boolean {
  return [...array.keys()].every((key, index) => key === index);
}
