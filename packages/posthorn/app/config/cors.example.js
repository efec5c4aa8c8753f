// @ts-check
/**
 * Which pages of other origins may use this installation from a browser (Cross-Origin Resource Sharing).
 *
 * Copy this file to cors.js (`posthorn copyconfig` does it). Without it, browsers let no page of another origin in.
 * Programs other than browsers do not care for any of this.
 *
 * As it stands here, no page has access, because no host can be called webmail.example. Write the origins of your pages
 * into `allowed_origins`. On a machine for development, `allowed_origins: ['*']` allows every page.
 *
 * @typedef {object} Cors
 * @property {string[] | Record<string, string[]>} [paths] Paths below APP_URL without the first slash, or whole URLs, where
 *   `*` stands for any characters; or an object with such a list for each host. Default: none.
 * @property {string[]} [allowed_origins] `*` for all; origins such as https://app.example.org or http://localhost:1841; and
 *   origins with `*` for any characters: https://*.example.org, or without a scheme for any scheme: example.org:*.
 *   `null` lets in pages from files and sandboxed frames. Default: `*`.
 * @property {(RegExp | string)[]} [allowed_origins_patterns] Expressions that match whole origins, such as
 *   /^https:\/\/(app|test)\.example\.org$/. In quotes, as in PHP, every backslash counts twice. Default: none.
 * @property {string[]} [allowed_methods] Methods, or `*`. Default: `*`.
 * @property {string[]} [allowed_headers] Headers that requests may have, or `*`. Default: `*`.
 * @property {false | string[]} [exposed_headers] Headers of answers that pages may read, besides those that they always may.
 *   Default: false, none.
 * @property {number | null} [max_age] How many seconds browsers may remember what is allowed; null leaves that to
 *   them. Default: 0.
 * @property {boolean} [supports_credentials] True: browsers send cookies and logins of their own. This API needs neither, for its
 *   clients send the header Authorization themselves. Not together with `*` in allowed_origins. Default: false.
 */

/** @type {Cors} */
export default {
  paths: ['*'],
  allowed_origins: ['https://webmail.example'],
  allowed_origins_patterns: [],
  allowed_methods: ['*'],
  allowed_headers: ['*'],
  exposed_headers: [
    'Accept-Ranges',
    'Allow',
    'Content-Disposition',
    'Content-Range',
    'ETag',
    'Idempotency-Replayed',
    'Location',
    'Retry-After',
    'Server-Timing',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  max_age: 600,
  supports_credentials: false,
};
