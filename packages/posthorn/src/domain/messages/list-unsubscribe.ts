/** ASCII URLs in order of preference, at least one. */
export interface ListUnsubscribe {
  /** RFC 2369 §3.2. */
  readonly https: readonly string[];
  /** With the message's fields (RFC 2369 §3.2, RFC 6068). */
  readonly mailto: readonly string[];
  /**
   * POST `List-Unsubscribe=One-Click` to the first https target (RFC 8058). The signature (§4) is unchecked.
   */
  readonly isOneClick: boolean;
}
