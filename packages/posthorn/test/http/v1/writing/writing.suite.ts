/** Everything that version 1 writes, against a whole server and whichever mail server is behind it. */
import { bulkSuite } from './bulk.suite.ts';
import { changesSuite } from './changes.suite.ts';
import { draftsSuite } from './drafts.suite.ts';
import { foldersSuite } from './folders.suite.ts';
import { headersSuite } from './headers.suite.ts';
import { importsSuite } from './imports.suite.ts';
import { preconditionsSuite } from './preconditions.suite.ts';
import { requestDocumentsSuite } from './request-documents.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';
import type { StartWritingApi } from './writing-api.ts';

/** Each group of tests starts a server of its own. */
export function writingSuite(name: string, start: StartWritingApi): void {
  requestDocumentsSuite(name, start);
  draftsSuite(name, start);
  headersSuite(name, start);
  changesSuite(name, start);
  uploadsSuite(name, start);
  importsSuite(name, start);
  bulkSuite(name, start);
  foldersSuite(name, start);
  preconditionsSuite(name, start);
}
