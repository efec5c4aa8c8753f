/** Ways to leave a mailing list, at least one, in order of preference, as ASCII URLs. */
export interface ListUnsubscribe {
  /** RFC 2369 §3.2. */
  readonly https: readonly string[];
  /** With the fields of the message to send (RFC 2369 §3.2, RFC 6068). */
  readonly mailto: readonly string[];
  /**
   * A POST of `List-Unsubscribe=One-Click` to the first https target suffices (RFC 8058); the signature (§4)
   * is not checked.
   */
  readonly isOneClick: boolean;
}
