/** Marks the bindings of an installation as made for this copy of the program. */
import type { Overrides } from './services.ts';

/** Not registered anywhere: another copy of the program has another one. */
const MARK = Symbol('bindings of this copy of posthorn');

/**
 * The bindings, for the default export of `app/config/bindings.js`. Each is a function of the services, which are built
 * when they are asked for, and of `inherited`, which returns the implementation that is replaced.
 */
export function defineBindings(bindings: Overrides): Overrides {
  return Object.defineProperty({ ...bindings }, MARK, { value: true });
}

/** True for bindings from `defineBindings` of this copy of the program. */
export function isDefinedHere(value: unknown): value is Overrides {
  return typeof value === 'object' && value !== null && MARK in value;
}
