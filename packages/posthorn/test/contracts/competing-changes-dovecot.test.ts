/** If-Match keeps its promise over a real Dovecot. */
import { competingChanges } from './competing-changes.suite.ts';
import { startDovecotWriting } from './dovecot-writing.ts';

await competingChanges('Dovecot', startDovecotWriting);
