/** What a sanitizer of a test returns. */
import type { SanitizedHtml } from '../../src/application/ports/html-sanitizer.ts';
import { NOTHING_BLOCKED } from '../../src/domain/messages/remote-content.ts';

/** That HTML, from which nothing was taken. */
export function sanitizedAs(html: string): SanitizedHtml {
  return { html, isTruncated: false, blocked: NOTHING_BLOCKED };
}
