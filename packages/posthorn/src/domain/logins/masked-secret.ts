/** Programs show secrets so, and forms send them back. */
const MASKED =
  /^(?:[*•●∙·⋆＊]+|(?:[[<({]{1,2})(?:secret|redacted|hidden|masked|filtered|password|removed)(?:[\])}>]{1,2}))$/iu;

/** True for a mask such as `****` or `[secret]`. */
export function isMaskedSecret(text: string): boolean {
  return MASKED.test(text);
}
