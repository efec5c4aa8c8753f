/** A command that loads its code when called, saving memory. */
export function lazily<Arguments extends readonly unknown[]>(
  load: () => Promise<(...args: Arguments) => Promise<void>>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => (await load())(...args);
}
