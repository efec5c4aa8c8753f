/** A part with parent and children. */
export interface NestedPart<Part> {
  readonly parent: Part | undefined;
  readonly children: readonly Part[];
  readonly message: Part | undefined;
}

interface NumberedPart {
  readonly path: string;
  readonly prefix: string;
}

/**
 * BODYSTRUCTURE paths (RFC 9051 §6.4.5); parents come first. A root is `1`, or empty for a multipart; an
 * enclosed root adds `.1` or `.TEXT`.
 */
export function pathsOf<Part extends NestedPart<Part>>(parts: readonly Part[]): ReadonlyMap<Part, string> {
  const numbered = new Map<Part, NumberedPart>();
  for (const part of parts) {
    const { path, prefix } = numbered.get(part) ?? { path: isMultipart(part) ? '' : '1', prefix: '' };
    numbered.set(part, { path, prefix });
    for (const [index, child] of part.children.entries()) {
      const number = prefix === '' ? `${index + 1}` : `${prefix}.${index + 1}`;
      numbered.set(child, { path: number, prefix: number });
    }
    const { message } = part;
    if (message)
      numbered.set(message, { path: `${path}.${isMultipart(message) ? 'TEXT' : '1'}`, prefix: path });
  }
  return new Map([...numbered].map(([part, { path }]) => [part, path]));
}

function isMultipart<Part>({ children }: NestedPart<Part>): boolean {
  return children.length > 0;
}
