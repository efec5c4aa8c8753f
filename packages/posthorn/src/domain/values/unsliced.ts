/**
 * A copy. V8 keeps a slice as a view of the whole: an id in a long-lived map would keep the header that it
 * came from, with its secret.
 */
export function unsliced<Text extends string>(text: Text): Text {
  return Buffer.from(text).toString() as Text;
}
