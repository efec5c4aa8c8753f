/** The delimiters of the multiparts that are open at one place of a message (RFC 2046 §5.1.1). */

/** A delimiter line. */
export interface FoundDelimiter<Owner> {
  /** The multipart that the delimiter belongs to. */
  readonly owner: Owner;
  /** The offset after its last octet. */
  readonly end: number;
}

/** A tree of octets: the delimiters that begin alike share their beginning. */
interface Node<Owner> {
  readonly next: Map<number, Node<Owner>>;
  /** Those whose delimiter ends here, the innermost last. */
  readonly owners: Owner[];
}

/**
 * Open delimiters with their owners. The work for a line is bounded by its length, however many delimiters are open:
 * a sender can nest hundreds of multiparts around a million lines.
 */
export class OpenDelimiters<Owner> {
  readonly #root: Node<Owner> = createNode();

  /** Opens a delimiter of the innermost multipart. */
  add(delimiter: Uint8Array, owner: Owner): void {
    let node = this.#root;
    for (const octet of delimiter) {
      const next = node.next.get(octet) ?? createNode<Owner>();
      node.next.set(octet, next);
      node = next;
    }
    node.owners.push(owner);
  }

  /** Closes a delimiter: the one that was added last, where several multiparts have the same. */
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

  /**
   * The longest delimiter at this place, of the innermost multipart that has it; undefined when there is none. A line that begins
   * with a delimiter is one, with any text after: RFC 2046 requires no more than that, and IMAP servers check no more.
   */
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

/** Removes the nodes that no longer lead to a delimiter. */
function prune<Owner>(path: readonly Node<Owner>[], delimiter: Uint8Array): void {
  for (let index = delimiter.length; index > 0; index--) {
    const node = path[index];
    if (node === undefined || node.owners.length > 0 || node.next.size > 0) return;
    path[index - 1]?.next.delete(delimiter[index - 1] ?? -1);
  }
}
