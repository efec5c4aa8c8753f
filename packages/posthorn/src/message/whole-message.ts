/** Reads the texts of a message from all its octets, for servers that do not see its parts. */
import PostalMime from 'postal-mime';

/** The texts, empty where there are none. */
export interface WholeMessageTexts {
  readonly textPlain: string;
  readonly textHtml: string;
}

/** The texts of the message; both empty for octets that are no message. The octets may end early. */
export async function readWholeMessage(octets: Uint8Array): Promise<WholeMessageTexts> {
  try {
    const { text = '', html = '' } = await PostalMime.parse(octets);
    return { textPlain: text, textHtml: html };
  } catch {
    // The parser refuses messages beyond its bounds, such as a nesting of hundreds of levels.
    return { textPlain: '', textHtml: '' };
  }
}
