/** Compresses large JSON answers. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet anyway. */
const THRESHOLD_OCTETS = 1_024;
/**
 * Adds compression by Brotli or gzip, as the client prefers, to the routes that are added after it has loaded,
 * but for those of files: their formats are compressed already, and ranges count plain octets.
 * Entity tags stay valid, because those of documents are weak. That the length of an answer tells something of
 * its content (BREACH) harms nobody: no answer of this size holds a secret together with text of the request, for
 * passwords are sent by sign-in alone, in answers below the threshold.
 */
export function addCompression(app: FastifyInstance): void {
  app.register(compress, {
    threshold: THRESHOLD_OCTETS,
    encodings: ['br', 'gzip'],
    // Nothing inflates what a client sends: a small body must not become a large one.
    globalDecompression: false,
  });
}
