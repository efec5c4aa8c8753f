/** `=3D` for `=`, `=2C` for `,` (RFC 5801 §4, RFC 5802 §5.1). */
export function escapeSaslName(name: string): string {
  return name.replaceAll('=', '=3D').replaceAll(',', '=2C');
}
