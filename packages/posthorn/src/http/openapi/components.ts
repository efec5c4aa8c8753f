import { isDeepStrictEqual } from 'node:util';

export type ComponentKind = 'parameters' | 'requestBodies' | 'responses' | 'schemas';

/** A reference to a component. */
export interface Reference {
  readonly $ref: string;
}

const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** A document's components (OpenAPI 3.1 §4.8.7), from which generators make types. */
export class Components {
  readonly #byKind: Readonly<Record<ComponentKind, Map<string, object>>> = {
    parameters: new Map(),
    requestBodies: new Map(),
    responses: new Map(),
    schemas: new Map(),
  };

  /** Throws TypeError for another component of the same name. */
  add(kind: ComponentKind, name: string, component: object): Reference {
    const known = this.#byKind[kind].get(name);
    if (known !== undefined && !isDeepStrictEqual(known, component)) {
      throw new TypeError(`There are two ${kind} with the name "${name}".`);
    }
    this.#byKind[kind].set(name, component);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Replaces titled schemas by component references. */
  addTitled(schema: object): object {
    const mapped = mapMembers(schema, (value) => this.addTitled(value));
    // Below `properties`, a schema named `title` is an object.
    if (!('title' in mapped) || typeof mapped.title !== 'string') return mapped;
    const { title, ...members } = mapped;
    return this.add('schemas', title, members);
  }

  toObject(): object {
    const kinds = Object.entries(this.#byKind).filter(([, components]) => components.size > 0);
    return Object.fromEntries(kinds.map(([kind, components]) => [kind, Object.fromEntries(components)]));
  }
}

function mapMembers(schema: object, map: (value: object) => object): object {
  const mapValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapValue);
    return typeof value === 'object' && value !== null ? map(value) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, DATA_KEYWORDS.has(name) ? value : mapValue(value)]),
  );
}
