import type { FastifyRequest } from 'fastify';
import { ticketIn } from './download-links.ts';

const HTML_FIRST = /^\s*text\/html\b/i;

/** True for clicks on download links in a page. An error answer would replace it and lose unsaved input. */
export function isDownloadOnPage({ headers, originalUrl }: FastifyRequest): boolean {
  if (headers.authorization !== undefined || ticketIn(originalUrl) === undefined) return false;
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, accept = '' } = headers;
  // Browsers send Sec-Fetch headers over TLS only.
  if (mode === undefined) return HTML_FIRST.test(accept);
  return mode === 'navigate' && site !== 'none';
}
