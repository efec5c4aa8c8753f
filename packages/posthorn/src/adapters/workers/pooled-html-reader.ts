/** Reads HTML as text: short one at once, longer one in worker threads. */
import type { HtmlReader } from '../../application/ports/html-reader.ts';
import { readHtmlText } from '../html/read-html-text.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The densest HTML of this length takes some ten milliseconds. */
const MAX_CHARACTERS_AT_ONCE = 16 * 1024;

/** Close it when it is no longer needed. */
export interface PooledHtmlReader extends HtmlReader {
  close(): Promise<void>;
}

/** A reader with these threads. HTML with which a thread fails is read as far as its beginning. */
export function createHtmlReader(pool: WorkerPool): PooledHtmlReader {
  return {
    close: () => pool.close(),
    async toText(html, signal) {
      if (html.length <= MAX_CHARACTERS_AT_ONCE) return readHtmlText(html);
      try {
        return await pool.do({ name: 'html-to-text', input: html }, [], signal);
      } catch (error) {
        orServerUnavailable(error);
        return readHtmlText(html.slice(0, MAX_CHARACTERS_AT_ONCE));
      }
    },
  };
}
