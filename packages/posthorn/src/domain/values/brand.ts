/** A value that passed the check `Name`. */
declare const brand: unique symbol;

export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
