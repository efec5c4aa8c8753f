import type { FastifyRequest } from 'fastify';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import type { OwnerKey } from '../../../domain/rights/principal.ts';
import { streamedDigestOf } from '../body/body-digest.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../files/multipart-files.ts';
import { readUploadedFile } from '../files/uploaded-file.ts';

/** At least any route's limits. */
const LIMITS = {
  ...UPLOAD_LIMITS,
  maxFiles: UPLOAD_LIMITS.maxFiles + 1,
  maxFieldOctets: UPLOAD_LIMITS.maxFileOctets,
};

const NOBODY = '' as OwnerKey;
const NOWHERE: ContentSpool = {
  async keep({ stream }) {
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    return { length, read: async function* () {}, release: async () => undefined };
  },
};

/**
 * Compares a streamed body with an earlier request's digest. Throws RequestProblems for unreadable or too
 * long ones.
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
