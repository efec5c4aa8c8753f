/** What JSON:API clients need to know of the demo. */

/** Jane's login. */
export const DEMO_LOGIN = { username: 'jane@posthorn.test', password: 'demo' };

/** The media type with the extension relfield. */
export const RELFIELD_TYPE = 'application/vnd.api+json;ext="https://conjoon.org/json-api/ext/relfield"';

/** The message with uid 1 in INBOX, and the one with that uid in Sent. */
export const SHELF = { id: 'demo.INBOX.1700000001.1', subject: 'A shelf for parts' };
export const OPENING = { id: 'demo.Sent.1700000003.1', subject: 'Re: Opening day of the workshop' };
