/** Method names of a port called by other processes. */
export type PortMethods<Port> = { readonly [Method in keyof Port]-?: true };
