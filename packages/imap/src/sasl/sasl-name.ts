/** User names inside messages whose fields are separated by commas (RFC 5801 §4, RFC 5802 §5.1). */

/** The name with `=3D` for `=` and `=2C` for `,`. */
export function escapeSaslName(name: string): string {
  return name.replaceAll('=', '=3D').replaceAll(',', '=2C');
}
