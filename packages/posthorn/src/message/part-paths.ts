/** Numbers parts as BODYSTRUCTURE does (RFC 9051 §6.4.5). */

/** A part with its neighbours in the tree. */
export interface NestedPart<Part> {
  readonly parent: Part | undefined;
  readonly children: readonly Part[];
  /** The root of the message that the part encloses. */
  readonly message: Part | undefined;
}

/** The number of a part, and what it passes on to its children. */
interface NumberedPart {
  readonly path: string;
  /** What the paths of its children begin with. */
  readonly prefix: string;
}

/**
 * The path of each part. The parts come with the root first and each after the part that contains it. A root is `1`, or empty
 * when it is a multipart; the root of an enclosed message is `.1` or `.TEXT` after the path of the part that encloses it.
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
