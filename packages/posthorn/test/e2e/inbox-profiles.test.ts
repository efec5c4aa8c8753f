/** The provider that differs most from the standards, and the one that has least; inbox-other-profiles has the others. */
import { inboxProfileSuite } from './inbox-profiles.suite.ts';

inboxProfileSuite('gmail');
inboxProfileSuite('minimal');
