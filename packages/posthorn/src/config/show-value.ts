/** Certificates in wrong keys must not fill the terminal. */
const MAX_SHOWN_CHARACTERS = 80;

/** JSON, shortened; `undefined` as "nothing". */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text =
    typeof value === 'object' || typeof value === 'function' ? describe(value) : JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}...` : text;
}

/** They may hold secrets. */
function describe(value: object | null): string {
  if (value === null) return 'null';
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'function' ? 'a function' : 'an object';
}
