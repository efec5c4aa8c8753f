/** Builds the services from layers of bindings: each on first use, each once. */
import type { Binding, Bindings, ServiceName, Services } from './services.ts';

/** Services, and the way to end them. */
export interface BuiltServices {
  readonly services: Services;
  /** Closes what was built and has a `close` method, the last built first. */
  close(): Promise<void>;
}

/**
 * The services. A later layer replaces the bindings of an earlier one and may wrap them. Throws an Error that
 * names the services for a misspelt name, and on first use for services that need each other.
 */
export function createServices(
  defaults: Bindings,
  ...overrides: readonly Partial<Bindings>[]
): BuiltServices {
  refuseUnknownNames(defaults, overrides);
  const built = new Map<ServiceName, unknown>();
  const underConstruction: ServiceName[] = [];

  function build<Name extends ServiceName>(name: Name): Services[Name] {
    if (built.has(name)) return built.get(name) as Services[Name];
    if (underConstruction.includes(name)) {
      throw new Error(`Services need each other: ${[...underConstruction, name].join(' -> ')}.`);
    }
    underConstruction.push(name);
    try {
      const service = construct(name, overrides.length);
      built.set(name, service);
      return service;
    } finally {
      underConstruction.pop();
    }
  }

  /** The service as the first `layers` overrides make it. */
  function construct<Name extends ServiceName>(name: Name, layers: number): Services[Name] {
    for (let layer = layers - 1; layer >= 0; layer -= 1) {
      const binding = overrides[layer]?.[name] as Binding<Services[Name]> | undefined;
      if (binding) return binding(services, () => construct(name, layer));
    }
    return (defaults[name] as Binding<Services[Name]>)(services, () => {
      throw new Error(`The default of ${name} replaces nothing.`);
    });
  }

  const services = lazyMembers(Object.keys(defaults) as ServiceName[], build);
  return { services, close: () => closeAll([...built.values()].reverse()) };
}

function refuseUnknownNames(defaults: Bindings, overrides: readonly Partial<Bindings>[]): void {
  const known = new Set(Object.keys(defaults));
  const unknown = overrides.flatMap((layer) => Object.keys(layer)).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(`There is no service named ${unknown.join(', ')}. Services are ${[...known].join(', ')}.`);
}

function lazyMembers(names: readonly ServiceName[], build: (name: ServiceName) => unknown): Services {
  const services = {};
  for (const name of names) {
    Object.defineProperty(services, name, { enumerable: true, get: () => build(name) });
  }
  return services as Services;
}

async function closeAll(services: readonly unknown[]): Promise<void> {
  for (const service of services) {
    const { close } = (service ?? {}) as { close?: unknown };
    if (typeof close === 'function') await close.call(service);
  }
}
