import type { HtmlReader } from '../../application/ports/html-reader.ts';
import { readHtmlText } from '../html/read-html-text.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Some ten milliseconds at most. */
const MAX_CHARACTERS_AT_ONCE = 16 * 1024;

/** HTML reader to be closed. */
export interface PooledHtmlReader extends HtmlReader {
  close(): Promise<void>;
}

/** Reads short HTML immediately, longer HTML in threads; after a failure, its beginning only. */
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
