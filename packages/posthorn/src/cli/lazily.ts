/** Commands whose code is loaded when they run: none of them needs what the others are made of, and all of it would stay in memory. */

/** A command that loads itself when it is called. */
export function lazily<Arguments extends readonly unknown[]>(
  load: () => Promise<(...args: Arguments) => Promise<void>>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => (await load())(...args);
}
