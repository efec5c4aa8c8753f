/** Method names of a port, to serve it to other processes. */
export type PortMethods<Port> = { readonly [Method in keyof Port]-?: true };
