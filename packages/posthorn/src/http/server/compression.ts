import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet. */
const THRESHOLD_OCTETS = 1_024;
/**
 * Compresses later routes' answers, except files, whose ranges count plain octets. Weak entity tags stay
 * valid. No BREACH: no long answer combines a secret with request text.
 */
export function addCompression(app: FastifyInstance): void {
  app.register(compress, {
    threshold: THRESHOLD_OCTETS,
    encodings: ['br', 'gzip'],
    // Small requests could become large.
    globalDecompression: false,
  });
}
