/** Runs work, and returns its result and the turns of the event loop that others had in the meantime. */
export async function countTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearImmediate(timer);
  }
}
