/** The message list of the inbox page while it scrolls: rows in view, shifts, requests and long tasks. */
import type { Page } from 'playwright-core';
import { eventually } from './inbox-scene.ts';

/** Since the page was loaded. Milliseconds. */
interface ScrollRecord {
  /** Names of the marks of the first list, in order of time. */
  readonly marks: readonly string[];
  readonly firstListMs: number;
  /** Long tasks ("Long Tasks" of the W3C): of 50 ms or more. */
  readonly longTasksMs: readonly number[];
  /** Elements that shifted, from where and to where ("Layout Instability" of the WICG). */
  readonly shifts: readonly string[];
  /** Rows in the document at once. */
  readonly mostRows: number;
  /** Requests of pages of the folder. */
  readonly pages: number;
}

export interface ScrollWatch {
  /** Subjects of the rows in view from the top, once all are loaded. */
  subjects(): Promise<readonly string[]>;
  /** Scrolls in steps of one frame each. */
  scroll(steps: { readonly from: number; readonly to: number; readonly count: number }): Promise<void>;
  record(): Promise<ScrollRecord>;
}

const START = `
  performance.setResourceTimingBufferSize(10_000);
  window.watched = { shifts: [], tasks: [], mostRows: 0 };
  const describe = ({ node, previousRect, currentRect }) =>
    JSON.stringify([node?.className || node?.nodeName, previousRect, currentRect]);
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('layout-shift', ({ value, sources }) => watched.shifts.push(sources.map(describe).join('; ') || String(value)));
  observe('longtask', ({ duration }) => watched.tasks.push(Math.round(duration)));
  const count = () => {
    watched.mostRows = Math.max(watched.mostRows, document.querySelectorAll('.list .row').length);
    requestAnimationFrame(count);
  };
  count();`;

const SUBJECTS = `
  (() => {
    const view = document.querySelector('.list').getBoundingClientRect();
    return [...document.querySelectorAll('.list .row')]
      .map((row) => ({ row, ...row.getBoundingClientRect().toJSON() }))
      .filter(({ top, bottom }) => bottom > view.top && top < view.bottom)
      .sort((one, other) => one.top - other.top)
      .map(({ row }) => row.querySelector('.row-title')?.textContent ?? '');
  })()`;

const RECORD = `
  (() => {
    const marks = performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('list-'));
    const [received, shown] = ['list-received', 'list-shown'].map((name) => marks.find((mark) => mark.name === name)?.startTime);
    return {
      marks: marks.map(({ name }) => name),
      firstListMs: Math.round(shown - received),
      longTasksMs: watched.tasks,
      shifts: watched.shifts,
      mostRows: watched.mostRows,
      pages: performance.getEntriesByType('resource').filter(({ name }) => decodeURIComponent(name).includes('page[offset]=')).length,
    };
  })()`;

/** Watches the page from its load on. */
export async function openScrollWatch(page: Page): Promise<ScrollWatch> {
  await page.evaluate(START);
  return {
    subjects: () =>
      eventually(
        () => page.evaluate(SUBJECTS) as Promise<readonly string[]>,
        (subjects) => subjects.length > 0 && !subjects.includes(''),
      ),
    async scroll({ from, to, count }) {
      await page.evaluate(`(async () => {
        for (let step = 1; step <= ${count}; step += 1) {
          document.querySelector('.list').scrollTop = ${from} + (${to - from} * step) / ${count};
          await new Promise((done) => requestAnimationFrame(done));
        }
      })()`);
    },
    record: () => page.evaluate(RECORD) as Promise<ScrollRecord>,
  };
}
