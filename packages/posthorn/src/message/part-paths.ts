/** Numbers parts as BODYSTRUCTURE does (RFC 9051 §6.4.5). */

/** What a part must tell of its place. */
export interface NestedPart<Part> {
  readonly parent: Part | undefined;
  readonly children: readonly Part[];
  /** The root of the message that the part encloses. */
  readonly message: Part | undefined;
}

interface Place {
  readonly path: string;
  /** What the paths of its children begin with. */
  readonly prefix: string;
}

/**
 * The path of each part. The parts come with the root first and each behind the part that contains it. A root is `1`, or empty
 * when it is a multipart; the root of an enclosed message is `.1` or `.TEXT` behind the path of the part that encloses it.
 */
export function pathsOf<Part extends NestedPart<Part>>(parts: readonly Part[]): ReadonlyMap<Part, string> {
  const places = new Map<Part, Place>();
  for (const part of parts) {
    const { path, prefix } = places.get(part) ?? { path: isMultipart(part) ? '' : '1', prefix: '' };
    places.set(part, { path, prefix });
    for (const [index, child] of part.children.entries()) {
      const number = prefix === '' ? `${index + 1}` : `${prefix}.${index + 1}`;
      places.set(child, { path: number, prefix: number });
    }
    const { message } = part;
    if (message)
      places.set(message, { path: `${path}.${isMultipart(message) ? 'TEXT' : '1'}`, prefix: path });
  }
  return new Map([...places].map(([part, { path }]) => [part, path]));
}

function isMultipart<Part>({ children }: NestedPart<Part>): boolean {
  return children.length > 0;
}
