/** A plain value that has passed the check named by `Name`. */
declare const brand: unique symbol;

export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
