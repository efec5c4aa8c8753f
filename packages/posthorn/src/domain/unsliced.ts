/**
 * Returns a text of its own. V8 keeps a part of a text as a view of the whole: an id in a long-lived map would
 * keep the header or address from which it was cut, with its secret.
 */
export function unsliced<Text extends string>(text: Text): Text {
  return Buffer.from(text).toString() as Text;
}
