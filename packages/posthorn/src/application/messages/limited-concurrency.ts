/** Results in item order. The first failure rejects at once and stops further starts. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  { maxConcurrent, work }: { readonly maxConcurrent: number; readonly work: (item: Item) => Promise<Result> },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const pending = items.entries();
  let hasFailed = false;
  const runner = async (): Promise<void> => {
    for (const [index, item] of pending) {
      if (hasFailed) return;
      results[index] = await work(item);
    }
  };
  const runners = Array.from({ length: Math.min(maxConcurrent, items.length) }, runner);
  try {
    await Promise.all(runners);
  } catch (error) {
    hasFailed = true;
    throw error;
  }
  return results;
}
