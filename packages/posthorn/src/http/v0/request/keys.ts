import type { FastifyRequest } from 'fastify';
import { pathParameter } from '../../request/url/path-parameters.ts';

/** An object's account and folder. */
export interface FolderKeys {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
}

/** As in the URL, by which clients find records. */
export function folderKeysOf(request: FastifyRequest): FolderKeys {
  return {
    mailAccountId: pathParameter(request, 'mailAccountId'),
    mailFolderId: pathParameter(request, 'mailFolderId'),
  };
}
