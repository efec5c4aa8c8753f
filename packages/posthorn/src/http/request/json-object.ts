/** Undefined for malformed JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Like `parseJson`; undefined also for a key `__proto__`, which all documents refuse. */
export function parseDocument(text: string): unknown {
  // Escapes may hide the key.
  if (!/__proto__|\\u/.test(text)) return parseJson(text);
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('A key reaches the prototype.');
      return value;
    });
  } catch {
    return undefined;
  }
}

/** False for arrays and null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
