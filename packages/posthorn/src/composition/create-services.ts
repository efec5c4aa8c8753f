import type { Binding, Bindings, ServiceName, Services } from './services.ts';

/** Services and their end. */
export interface BuiltServices {
  readonly services: Services;
  /** Closes services with a `close`, last built first. */
  close(): Promise<void>;
}

/**
 * Builds services on first use; later layers replace or wrap earlier bindings. Builds replaced services at
 * once: throws an Error naming unknown, mutually dependent or failing services.
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
      throw new ServiceError(`Services need each other: ${[...underConstruction, name].join(' -> ')}.`);
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

  function construct<Name extends ServiceName>(name: Name, layers: number): Services[Name] {
    for (let layer = layers - 1; layer >= 0; layer -= 1) {
      const binding = overrides[layer]?.[name] as Binding<Services[Name]> | undefined;
      if (binding) return replacement(name, () => binding(services, () => construct(name, layer)));
    }
    return (defaults[name] as Binding<Services[Name]>)(services, () => {
      throw new Error(`The default of ${name} replaces nothing.`);
    });
  }

  const services = lazyMembers(Object.keys(defaults) as ServiceName[], build);
  const close = () => closeAll([...built.values()].reverse());
  try {
    for (const layer of overrides) for (const name of Object.keys(layer)) build(name as ServiceName);
  } catch (error) {
    // Else services may keep the process alive. The first error counts.
    void close().catch(() => undefined);
    throw error;
  }
  return { services, close };
}

/** Already names its service. */
class ServiceError extends Error {}

function replacement<Service>(name: ServiceName, make: () => Service): Service {
  const service = attempt(name, make);
  if (service === undefined || service === null) {
    throw new ServiceError(`The binding of ${name} gives ${service} and no service.`);
  }
  if (service instanceof Promise) {
    service.catch(() => undefined);
    throw new ServiceError(
      `The binding of ${name} gives a promise. Await what it needs at the top of the file that defines it.`,
    );
  }
  return service;
}

function attempt<Service>(name: ServiceName, make: () => Service): Service {
  try {
    return make();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(`The binding of ${name} failed: ${describe(error)}`, { cause: error });
  }
}

/** Includes the operator's stack frame. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /^ +(at .*)$/m.exec(error.stack ?? '')?.[1];
  return place === undefined ? error.message : `${error.message} (${place})`;
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

/** Throws the first failure after closing all. */
async function closeAll(services: readonly unknown[]): Promise<void> {
  const failures: unknown[] = [];
  for (const service of services) {
    const { close } = (service ?? {}) as { close?: unknown };
    if (typeof close !== 'function') continue;
    try {
      await close.call(service);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
