import type { Overrides } from './services.ts';

/** Unregistered: each copy of the program has its own. */
const MARK = Symbol('bindings of this copy of posthorn');

/**
 * Marks bindings of `app/config/bindings.js`: functions of the services and of `inherited`, which returns the
 * replaced one.
 */
export function defineBindings(bindings: Overrides): Overrides {
  return Object.defineProperty({ ...bindings }, MARK, { value: true });
}

/** True for bindings of this copy. */
export function isDefinedHere(value: unknown): value is Overrides {
  return typeof value === 'object' && value !== null && MARK in value;
}
