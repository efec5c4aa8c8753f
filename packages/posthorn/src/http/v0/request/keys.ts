/** The members by which v0's clients recognise what an object belongs to. */
import type { FastifyRequest } from 'fastify';
import { pathParameter } from '../../request/url/path-parameters.ts';

export interface FolderKeys {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
}

/** Account and folder exactly as the URL spells them: clients find their records by these. */
export function folderKeysOf(request: FastifyRequest): FolderKeys {
  return {
    mailAccountId: pathParameter(request, 'mailAccountId'),
    mailFolderId: pathParameter(request, 'mailFolderId'),
  };
}
