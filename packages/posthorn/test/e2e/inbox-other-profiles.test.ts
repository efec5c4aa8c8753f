import { PROFILE_NAMES } from 'posthorn-sandbox';
import { inboxProfileSuite } from './inbox-profiles.suite.ts';

for (const profile of PROFILE_NAMES) {
  if (profile !== 'gmail' && profile !== 'minimal') inboxProfileSuite(profile);
}
