/** Reads the page that Prometheus reads. */

/** The values by series, such as `posthorn_imap_sessions{state="idle"}`. */
export type MetricValues = ReadonlyMap<string, number>;

/** The values of a page in the text format of Prometheus. */
export function readMetrics(page: string): MetricValues {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** The names of all metrics with their types, as `# TYPE` tells them. */
export function readMetricTypes(page: string): ReadonlyMap<string, string> {
  return new Map(
    [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}
