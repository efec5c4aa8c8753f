/** Sanitises HTML: short one at once, longer one in worker threads. */
import type { HtmlSanitizer, SanitizedHtml } from '../../application/ports/html-sanitizer.ts';
import { NOTHING_BLOCKED } from '../../domain/remote-content.ts';
import { toPlainHtml } from '../html/plain-html.ts';
import { sanitizeReceivedHtml } from '../html/sanitize-received-html.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The densest HTML of this length takes some ten milliseconds. */
const MAX_CHARACTERS_AT_ONCE = 8 * 1024;
/** The limit of the text shown when a thread has failed with the HTML. */
const MAX_PLAIN_CHARACTERS = 64 * 1024;

/** Close it when it is no longer needed. */
export interface PooledHtmlSanitizer extends HtmlSanitizer {
  close(): Promise<void>;
}

/** A sanitizer with these threads. HTML with which a thread fails becomes the beginning of its text. */
export function createHtmlSanitizer(pool: WorkerPool): PooledHtmlSanitizer {
  return {
    close: () => pool.close(),
    async sanitize({ html, images }, signal) {
      if (html.length <= MAX_CHARACTERS_AT_ONCE) return sanitizeReceivedHtml(html, images);
      try {
        return await pool.do({ name: 'sanitize-html', input: { html, images } }, [], signal);
      } catch (error) {
        orServerUnavailable(error);
        return plainBeginning(html);
      }
    },
  };
}

function plainBeginning(html: string): SanitizedHtml {
  const beginning = html.slice(0, MAX_PLAIN_CHARACTERS);
  return { html: toPlainHtml(beginning), isTruncated: true, blocked: NOTHING_BLOCKED };
}
