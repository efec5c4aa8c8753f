/** Method names of a port that other processes call. */
export type PortMethods<Port> = { readonly [Method in keyof Port]-?: true };
