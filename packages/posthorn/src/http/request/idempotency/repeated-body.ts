/** Compares a body that is a stream with that of an earlier request of the same key. */
import type { FastifyRequest } from 'fastify';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import type { AccountKey } from '../../../domain/limit-keys.ts';
import { streamedDigestOf } from '../body/body-digest.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../files/multipart-files.ts';
import { readUploadedFile } from '../files/uploaded-file.ts';

/** Bodies of the earlier request were within narrower bounds, and a longer one is another. */
const LIMITS = {
  ...UPLOAD_LIMITS,
  maxFiles: UPLOAD_LIMITS.maxFiles + 1,
  maxFieldOctets: UPLOAD_LIMITS.maxFileOctets,
};

/** Counts what comes, and keeps none of it. */
/** Nothing is kept. */
const NOBODY = '' as AccountKey;
const NOWHERE: ContentSpool = {
  async keep({ stream }) {
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    return { length, read: async function* () {}, release: async () => undefined };
  },
};

/**
 * True when the body has the digest of the earlier one. Reads it to its end. Throws RequestProblems for a body that cannot be read, or
 * that is longer than any that is taken.
 */
export async function hasStreamedDigest(
  request: FastifyRequest,
  earlier: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (earlier.startsWith('form ')) {
    await readMultipartFiles(request, { contentSpool: NOWHERE, limits: LIMITS, owner: NOBODY }, signal);
  } else {
    const options = { contentSpool: NOWHERE, maxOctets: UPLOAD_LIMITS.maxFileOctets, owner: NOBODY };
    await readUploadedFile(request, options, signal);
  }
  return streamedDigestOf(request) === earlier;
}
