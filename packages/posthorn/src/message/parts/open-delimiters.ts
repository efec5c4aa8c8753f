/** A delimiter line. */
export interface FoundDelimiter<Owner> {
  readonly owner: Owner;
  readonly end: number;
}

interface Node<Owner> {
  readonly next: Map<number, Node<Owner>>;
  readonly owners: Owner[];
}

/**
 * Open multiparts' delimiters (RFC 2046 §5.1.1). The work depends only on the line's length: senders can nest
 * hundreds.
 */
export class OpenDelimiters<Owner> {
  readonly #root: Node<Owner> = createNode();

  add(delimiter: Uint8Array, owner: Owner): void {
    let node = this.#root;
    for (const octet of delimiter) {
      const next = node.next.get(octet) ?? createNode<Owner>();
      node.next.set(octet, next);
      node = next;
    }
    node.owners.push(owner);
  }

  /** The last added of equal ones. */
  remove(delimiter: Uint8Array): void {
    const path = [this.#root];
    for (const octet of delimiter) {
      const next = path.at(-1)?.next.get(octet);
      if (next === undefined) return;
      path.push(next);
    }
    path.at(-1)?.owners.pop();
    prune(path, delimiter);
  }

  /** The longest match, of its innermost multipart. Any text may follow (RFC 2046). */
  findAt(octets: Uint8Array, start: number): FoundDelimiter<Owner> | undefined {
    let found: FoundDelimiter<Owner> | undefined;
    let node = this.#root.next.get(octets[start] ?? -1);
    for (let index = start + 1; node !== undefined; index++) {
      const owner = node.owners.at(-1);
      if (owner !== undefined) found = { owner, end: index };
      node = node.next.get(octets[index] ?? -1);
    }
    return found;
  }
}

function createNode<Owner>(): Node<Owner> {
  return { next: new Map(), owners: [] };
}

function prune<Owner>(path: readonly Node<Owner>[], delimiter: Uint8Array): void {
  for (let index = delimiter.length; index > 0; index--) {
    const node = path[index];
    if (node === undefined || node.owners.length > 0 || node.next.size > 0) return;
    path[index - 1]?.next.delete(delimiter[index - 1] ?? -1);
  }
}
