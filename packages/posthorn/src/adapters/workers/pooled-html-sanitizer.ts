import type { HtmlSanitizer, SanitizedHtml } from '../../application/ports/html-sanitizer.ts';
import { NOTHING_BLOCKED } from '../../domain/messages/remote-content.ts';
import { toPlainHtml } from '../html/plain-html.ts';
import { sanitizeReceivedHtml } from '../html/sanitize-received-html.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import type { WorkerPool } from './worker-pool.ts';

/** At most about 10 ms. */
const MAX_CHARACTERS_AT_ONCE = 8 * 1024;
/** After a failure. */
const MAX_PLAIN_CHARACTERS = 64 * 1024;

/** A sanitiser; close it. */
export interface PooledHtmlSanitizer extends HtmlSanitizer {
  close(): Promise<void>;
}

/** Sanitises long HTML in threads; after a failure, the start of its text. */
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
