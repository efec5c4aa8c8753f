/** Recognises the requests whose answer would replace the page of a client. */
import type { FastifyRequest } from 'fastify';
import { ticketIn } from './download-links.ts';

/** HTML before all other types, as browsers send it when they navigate. */
const HTML_FIRST = /^\s*text\/html\b/i;

/**
 * True where a person has clicked a download link on a page: an error would be shown in its place, and what was typed there would be lost. False
 * for a program, and for an address that was typed or pasted, which has no page before it.
 */
export function isDownloadOnPage({ headers, originalUrl }: FastifyRequest): boolean {
  if (headers.authorization !== undefined || ticketIn(originalUrl) === undefined) return false;
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, accept = '' } = headers;
  // Browsers send these two to addresses with TLS only.
  if (mode === undefined) return HTML_FIRST.test(accept);
  return mode === 'navigate' && site !== 'none';
}
