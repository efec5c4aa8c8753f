/** The bound of documents that carry the texts of a message. */

/** Texts of a message and their HTML; files have an address of their own. */
export const COMPOSED_BODY_OCTETS = 5_000_000;
