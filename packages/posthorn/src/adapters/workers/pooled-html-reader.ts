import type { HtmlReader } from '../../application/ports/html-reader.ts';
import { readHtmlText } from '../html/read-html-text.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import type { WorkerPool } from './worker-pool.ts';

/** At most about 10 ms. */
const MAX_CHARACTERS_AT_ONCE = 16 * 1024;

/** An HTML reader; close it. */
export interface PooledHtmlReader extends HtmlReader {
  close(): Promise<void>;
}

/** Reads long HTML in threads; after a failure, only its beginning. */
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
