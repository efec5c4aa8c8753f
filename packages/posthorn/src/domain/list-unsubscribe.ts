/** How a mailing list is left. */

/** The targets that a message names, each list in its order of preference, as absolute URLs in ASCII. At least one exists. */
export interface ListUnsubscribe {
  /** Pages of the list (RFC 2369 §3.2). */
  readonly https: readonly string[];
  /** Addresses of the list, with the fields of the message to send (RFC 2369 §3.2, RFC 6068). */
  readonly mailto: readonly string[];
  /**
   * True: a POST of `List-Unsubscribe=One-Click` to the first https target leaves the list without a page (RFC 8058). Whether the
   * message is signed, which must be known before that (RFC 8058 §4), is not checked.
   */
  readonly isOneClick: boolean;
}
